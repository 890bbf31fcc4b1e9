/** Whether the long forms of tests run, with all cases of each: `PLATEN_LONG=1`, as by night. */
export const isLong = process.env.PLATEN_LONG === '1';
