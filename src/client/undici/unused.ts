/** Stands in for a part of undici that no request of ours reaches. */
export default function unused(): never {
  throw new Error('a part of undici that was left out is used');
}
export { unused as 'module.exports' };
