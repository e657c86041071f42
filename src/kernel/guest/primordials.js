// What the guest's own code uses is captured before any cell runs: a cell that rewrites a built-in breaks only
// itself. For the same reason this code never spreads, destructures arrays or iterates with for-of (all of
// these look up `Symbol.iterator`), and its lists and records have no prototype.
const {
  apply,
  construct,
  ownKeys,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  defineProperty,
  deleteProperty,
} = Reflect
const { setPrototypeOf } = Object
const { isArray } = Array
const { stringify, parse } = JSON
const PromiseCtor = Promise
const ErrorCtor = Error
const TypeErrorCtor = TypeError
const RealProxy = Proxy
const RealDate = Date
const MapCtor = Map
const SetCtor = Set
const StringOf = String
const SymbolOf = Symbol
const { imul, floor, max, min } = Math
const isError = ErrorCtor.isError
const { freeze, is } = Object

const uncurry = Function.prototype.bind.bind(Function.prototype.call)
const hasOwn = uncurry(Object.prototype.hasOwnProperty)
const isEnumerable = uncurry(Object.prototype.propertyIsEnumerable)
const slice = uncurry(String.prototype.slice)
const indexOf = uncurry(String.prototype.indexOf)
const lastIndexOf = uncurry(String.prototype.lastIndexOf)
const charCodeAt = uncurry(String.prototype.charCodeAt)
const toLowerCase = uncurry(String.prototype.toLowerCase)
const toUpperCase = uncurry(String.prototype.toUpperCase)
const bigintToString = uncurry(BigInt.prototype.toString)
const symbolToString = uncurry(Symbol.prototype.toString)
const symbolDescription = uncurry(getOwnPropertyDescriptor(Symbol.prototype, 'description').get)
const functionToString = uncurry(Function.prototype.toString)
const dateToIso = uncurry(RealDate.prototype.toISOString)
const dateValue = uncurry(RealDate.prototype.valueOf)
const mapGet = uncurry(Map.prototype.get)
const mapSet = uncurry(Map.prototype.set)
const mapHas = uncurry(Map.prototype.has)
const mapDelete = uncurry(Map.prototype.delete)
const mapClear = uncurry(Map.prototype.clear)
const mapEntries = uncurry(Map.prototype.entries)
const mapSize = uncurry(getOwnPropertyDescriptor(Map.prototype, 'size').get)
const setValues = uncurry(Set.prototype.values)
const setSize = uncurry(getOwnPropertyDescriptor(Set.prototype, 'size').get)
const weakGet = uncurry(WeakMap.prototype.get)
const weakSet = uncurry(WeakMap.prototype.set)
const weakHas = uncurry(WeakSet.prototype.has)
const weakAdd = uncurry(WeakSet.prototype.add)
const regexpSource = uncurry(getOwnPropertyDescriptor(RegExp.prototype, 'source').get)
const regexpFlag = (name) => uncurry(getOwnPropertyDescriptor(RegExp.prototype, name).get)
const REGEXP_FLAGS = setPrototypeOf(
  [
    ['d', regexpFlag('hasIndices')],
    ['g', regexpFlag('global')],
    ['i', regexpFlag('ignoreCase')],
    ['m', regexpFlag('multiline')],
    ['s', regexpFlag('dotAll')],
    ['u', regexpFlag('unicode')],
    ['v', regexpFlag('unicodeSets')],
    ['y', regexpFlag('sticky')],
  ],
  null,
)
const mapIteratorNext = uncurry(getPrototypeOf(mapEntries(new MapCtor())).next)
const setIteratorNext = uncurry(getPrototypeOf(setValues(new SetCtor())).next)
const TypedArrayPrototype = getPrototypeOf(Uint8Array.prototype)
const typedArrayTag = uncurry(getOwnPropertyDescriptor(TypedArrayPrototype, Symbol.toStringTag).get)
const typedArrayLength = uncurry(getOwnPropertyDescriptor(TypedArrayPrototype, 'length').get)
const bufferLength = uncurry(getOwnPropertyDescriptor(ArrayBuffer.prototype, 'byteLength').get)

const ObjectPrototype = Object.prototype
const ArrayPrototype = Array.prototype
const ErrorPrototype = Error.prototype
const InternalErrorPrototype = InternalError.prototype
const MapPrototype = Map.prototype
const SetPrototype = Set.prototype
const DatePrototype = RealDate.prototype
const RegExpPrototype = RegExp.prototype
const PromisePrototype = PromiseCtor.prototype
const BufferPrototype = ArrayBuffer.prototype
const toStringTag = Symbol.toStringTag

const MOST_SHOWN_BIGINT = 10n ** 400n

const list = () => setPrototypeOf([], null)
const push = (items, item) => {
  items[items.length] = item
}

const one = (item) => {
  const items = list()
  push(items, item)
  return items
}

/** A property's value when it is a data property of the object itself; getters are not run. */
const ownData = (object, key) => {
  const descriptor = getOwnPropertyDescriptor(object, key)
  return descriptor !== undefined && hasOwn(descriptor, 'value') ? descriptor.value : undefined
}

// Proxies cannot be told apart from inside, and looking at one runs user code. So each is noted when it is made.
const proxies = new WeakSet()
const isProxy = (value) => weakHas(proxies, value)
const noteProxy = (proxy) => {
  weakAdd(proxies, proxy)
  return proxy
}
const realRevocable = RealProxy.revocable
const TrackedProxy = {
  Proxy: function Proxy(target, handler) {
    if (new.target === undefined) throw new TypeErrorCtor("Constructor Proxy requires 'new'")
    return noteProxy(new RealProxy(target, handler))
  },
}.Proxy
defineProperty(TrackedProxy, 'length', { value: 2, configurable: true })
defineProperty(TrackedProxy, 'prototype', { value: undefined, writable: false })
defineProperty(TrackedProxy, 'revocable', {
  value: {
    revocable(target, handler) {
      const pair = realRevocable(target, handler)
      noteProxy(pair.proxy)
      return pair
    },
  }.revocable,
  writable: true,
  configurable: true,
})
globalThis.Proxy = TrackedProxy
defineProperty(globalThis, 'Proxy', { enumerable: false })

/** A property's value along the prototypes, data properties only, stopping at a proxy. */
const chainData = (object, key) => {
  for (let at = object, depth = 0; at !== null && depth < 64; at = getPrototypeOf(at), depth += 1) {
    if (isProxy(at)) return undefined
    const descriptor = getOwnPropertyDescriptor(at, key)
    if (descriptor !== undefined) return hasOwn(descriptor, 'value') ? descriptor.value : undefined
  }
  return undefined
}

const inherits = (object, prototype) => {
  for (let at = object, depth = 0; at !== null && depth < 64; depth += 1) {
    if (isProxy(at)) return false
    at = getPrototypeOf(at)
    if (at === prototype) return true
  }
  return false
}

const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function'
