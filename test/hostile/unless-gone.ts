/** What `read` gives, and `otherwise` where the process or the file that it is about is gone: both come and go while one looks. */
export function unlessGone<Value>(read: () => Value, otherwise: Value): Value {
  try {
    return read();
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['ENOENT', 'ESRCH'].includes(code)) throw error;
    return otherwise;
  }
}
