import type { Signal } from '@preact/signals';

/** A handler that puts a value into a signal. */
export function put<T>(signal: Signal<T>, value: T): () => void {
  return () => {
    signal.value = value;
  };
}

/** A handler that puts what it is called with into a signal. */
export function putInto<T>(signal: Signal<T>): (value: T) => void {
  return (value) => {
    signal.value = value;
  };
}

/** A handler that puts the text of its field into a signal. */
export function putText(signal: Signal<string>): (event: { currentTarget: { value: string } }) => void {
  return ({ currentTarget }) => {
    signal.value = currentTarget.value;
  };
}
