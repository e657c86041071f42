/** Names that are there without a declaration. */
export const BUILT_IN: ReadonlySet<string> = new Set(
  (
    'Object Function Error EvalError RangeError ReferenceError SyntaxError TypeError URIError AggregateError ' +
    'SuppressedError Iterator Array parseInt parseFloat isNaN isFinite decodeURI decodeURIComponent encodeURI ' +
    'encodeURIComponent escape unescape Number Boolean String Math Reflect Symbol eval globalThis Date RegExp JSON ' +
    'Proxy Map Set WeakMap WeakSet ArrayBuffer SharedArrayBuffer Uint8ClampedArray Int8Array Uint8Array Int16Array ' +
    'Uint16Array Int32Array Uint32Array BigInt64Array BigUint64Array Float16Array Float32Array Float64Array DataView ' +
    'Promise BigInt WeakRef FinalizationRegistry Atomics Intl Temporal DisposableStack AsyncDisposableStack ' +
    'undefined NaN Infinity console tools'
  ).split(' '),
)

/** Names that a cell may declare for itself only: the kernel puts the originals back at its end. */
export const isProtected = (name: string): boolean =>
  BUILT_IN.has(name) && name !== 'undefined' && name !== 'NaN' && name !== 'Infinity'
