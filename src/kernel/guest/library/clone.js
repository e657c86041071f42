// structuredClone: cycles and shared references kept, prototypes of classes not.

const ERRORS = new Map(
  [Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError].map((type) => [
    type.name,
    type,
  ]),
)
const tagOf = Object.getOwnPropertyDescriptor(
  Object.getPrototypeOf(Uint8Array.prototype),
  Symbol.toStringTag,
).get
const dateValue = Date.prototype.valueOf
const mapSize = Object.getOwnPropertyDescriptor(Map.prototype, 'size').get
const setSize = Object.getOwnPropertyDescriptor(Set.prototype, 'size').get
const bufferSize = Object.getOwnPropertyDescriptor(ArrayBuffer.prototype, 'byteLength').get
const viewSize = Object.getOwnPropertyDescriptor(DataView.prototype, 'byteLength').get
const regexpSource = Object.getOwnPropertyDescriptor(RegExp.prototype, 'source').get
const views = {
  Uint8Array,
  Uint8ClampedArray,
  Int8Array,
  Uint16Array,
  Int16Array,
  Uint32Array,
  Int32Array,
  BigInt64Array,
  BigUint64Array,
  Float16Array,
  Float32Array,
  Float64Array,
}

/** Whether a native takes the object for one of its own. */
const takes = (native, object) => {
  try {
    native.call(object)
    return true
  } catch {
    return false
  }
}

const refuse = (what) => {
  throw new DOMException(`${what} could not be cloned.`, 'DataCloneError')
}

const unclonable = [
  [Promise, 'A promise'],
  [WeakMap, 'A WeakMap'],
  [WeakSet, 'A WeakSet'],
  [WeakRef, 'A WeakRef'],
  [FinalizationRegistry, 'A FinalizationRegistry'],
  [Iterator, 'An iterator'],
]

function cloneOf(value, seen, transfer) {
  if (typeof value === 'symbol') refuse(`The symbol ${String(value)}`)
  if (typeof value === 'function') refuse(value.name === '' ? 'A function' : `The function ${value.name}`)
  if (typeof value !== 'object' || value === null) return value
  if (seen.has(value)) return seen.get(value)
  if (kit.isProxy(value)) refuse('A Proxy')
  if (kit.isShown(value)) refuse(`A ${value.constructor?.name ?? 'URL'}`)
  for (const [type, what] of unclonable) if (value instanceof type) refuse(what)
  const keep = (copy) => {
    seen.set(value, copy)
    return copy
  }
  for (const [type, native] of [
    [Boolean, Boolean.prototype.valueOf],
    [Number, Number.prototype.valueOf],
    [String, String.prototype.valueOf],
    [BigInt, BigInt.prototype.valueOf],
  ])
    if (value instanceof type && takes(native, value)) return keep(Object(native.call(value)))
  if (takes(dateValue, value)) return keep(new Date(dateValue.call(value)))
  if (value instanceof RegExp && takes(regexpSource, value))
    return keep(new RegExp(regexpSource.call(value), value.flags))
  if (takes(bufferSize, value)) return keep(transfer.has(value) ? value.transfer() : value.slice(0))
  const tag = tagOf.call(value)
  if (tag !== undefined || takes(viewSize, value)) {
    const { byteOffset, byteLength, length } = value
    const buffer = cloneOf(value.buffer, seen, transfer)
    return keep(
      tag === undefined
        ? new DataView(buffer, byteOffset, byteLength)
        : new views[tag](buffer, byteOffset, length),
    )
  }
  if (takes(mapSize, value)) {
    const copy = keep(new Map())
    for (const [key, item] of [...Map.prototype.entries.call(value)])
      copy.set(cloneOf(key, seen, transfer), cloneOf(item, seen, transfer))
    return copy
  }
  if (takes(setSize, value)) {
    const copy = keep(new Set())
    for (const item of [...Set.prototype.values.call(value)]) copy.add(cloneOf(item, seen, transfer))
    return copy
  }
  if (Error.isError(value)) return errorOf(value, keep, seen, transfer)
  const copy = keep(Array.isArray(value) ? new Array(value.length) : {})
  for (const key of Object.keys(value))
    Object.defineProperty(copy, key, {
      value: cloneOf(value[key], seen, transfer),
      writable: true,
      enumerable: true,
      configurable: true,
    })
  return copy
}

function errorOf(error, keep, seen, transfer) {
  const own = (key) => Object.getOwnPropertyDescriptor(error, key)?.value
  const made = keep(new (ERRORS.get(`${error.name}`) ?? Error)())
  const set = (key, value) =>
    Object.defineProperty(made, key, { value, writable: true, enumerable: false, configurable: true })
  if (own('message') !== undefined) set('message', `${own('message')}`)
  if (typeof own('stack') === 'string') set('stack', own('stack'))
  if (Object.hasOwn(error, 'cause')) set('cause', cloneOf(own('cause'), seen, transfer))
  return made
}

function structuredClone(value, { transfer = [] } = {}) {
  if (arguments.length === 0) throw new TypeError('structuredClone takes the value to clone')
  const given = new Set(transfer)
  for (const item of given) if (!(item instanceof ArrayBuffer)) refuse('What is to be transferred')
  const copy = cloneOf(value, new Map(), given)
  for (const item of given) if (!item.detached) item.transfer()
  return copy
}
