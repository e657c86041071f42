// The user's values as plain data, for portable snapshots. Looking at them runs no user code. The walk keeps a queue
// instead of calling itself: a list that is linked a hundred thousand times must not overflow the stack.

const { isFrozen, isSealed, isExtensible, hasOwn: has } = Object
const { keyFor } = SymbolOf
const bigintValue = uncurry(BigInt.prototype.valueOf)
const join = uncurry(ArrayPrototype.join)
const objectToString = uncurry(ObjectPrototype.toString)
const iteratorKey = SymbolOf.iterator

/** What an object with such a prototype may be; whether it really is, its brand tells. */
const kindByPrototype = new MapCtor()
{
  const note = (prototype, kind) => mapSet(kindByPrototype, prototype, kind)
  note(MapPrototype, 'map')
  note(SetPrototype, 'set')
  note(DatePrototype, 'date')
  note(RegExpPrototype, 'regexp')
  note(BufferPrototype, 'buffer')
  note(TypedArrayPrototype, 'typed-array')
  note(Number.prototype, 'boxed')
  note(String.prototype, 'boxed')
  note(Boolean.prototype, 'boxed')
  note(BigInt.prototype, 'boxed')
  note(Symbol.prototype, 'boxed symbol')
  note(ErrorPrototype, 'error')
  note(PromisePrototype, 'promise')
  note(WeakMap.prototype, 'weak map')
  note(WeakSet.prototype, 'weak set')
  note(WeakRef.prototype, 'weak reference')
  note(FinalizationRegistry.prototype, 'finalization registry')
  note(DataView.prototype, 'data view')
  note(SharedArrayBuffer.prototype, 'shared buffer')
  note(getPrototypeOf(getPrototypeOf(mapEntries(new MapCtor()))), 'iterator')
  note(getPrototypeOf(function* () {}).prototype, 'generator')
  const asyncGenerator = getPrototypeOf(async function* () {}).prototype
  note(asyncGenerator, 'generator')
  note(getPrototypeOf(asyncGenerator), 'iterator')
}

/** Objects that every interpreter has: carried by name. */
const namespaces = new MapCtor()
mapSet(namespaces, Math, 'Math')
mapSet(namespaces, JSON, 'JSON')
mapSet(namespaces, Reflect, 'Reflect')

const unboxed = (value) => {
  for (let i = 0; i < BOXES.length; i += 1) {
    const inner = attempt(BOXES[i][1], value)
    if (inner !== undefined) return inner
  }
  return attempt(bigintValue, value)
}

/** By kind: what only a real one answers. */
const brands = {
  __proto__: null,
  map: mapSize,
  set: setSize,
  date: dateValue,
  regexp: regexpSource,
  buffer: bufferLength,
  'typed-array': typedArrayTag,
  boxed: unboxed,
}

/** A map whose methods no cell can have changed; faster to call than captured ones. */
const ownMap = () => setPrototypeOf(new MapCtor(), OwnMapPrototype)
const OwnMapPrototype = {
  __proto__: null,
  get: MapPrototype.get,
  set: MapPrototype.set,
  has: MapPrototype.has,
}

/** How a value that cannot be carried stands in its holder. */
const unserializable = (kind) => '{"unserializable":' + stringify(kind) + '}'

/**
 * Writes JSON piece by piece: a heap of many small objects would otherwise be followed by as many made for the answer.
 */
class PortableWalker {
  /** `fixed`: objects of the interpreter itself. */
  constructor(fixed) {
    this.fixed = fixed
    /** Value to how it is referred to. */
    this.seen = ownMap()
    this.queue = list()
    this.kinds = list()
    /** What is lost of the object that is being written. */
    this.changes = ''
  }

  /** How a value stands in its holder. */
  refer(value) {
    switch (typeof value) {
      case 'string':
        return stringify(value)
      case 'number':
        if (value - value !== 0) return '{"is":"' + value + '"}'
        return value === 0 && 1 / value < 0 ? '{"is":"-0"}' : '' + value
      case 'boolean':
        return value ? 'true' : 'false'
      case 'undefined':
        return '{"is":"undefined"}'
      case 'bigint':
        return '{"bigint":"' + bigintText(value) + '"}'
      default:
        return value === null ? 'null' : this.place(value)
    }
  }

  place(value) {
    const known = this.seen.get(value)
    if (known !== undefined) return known
    const kind = typeof value === 'symbol' ? 'symbol' : this.kind(value)
    const at = this.queue.length
    const carried = has(shapes, kind)
    const text = carried ? '{"ref":' + at + '}' : unserializable(kind)
    this.seen.set(value, text)
    if (carried) {
      this.queue[at] = value
      this.kinds[at] = kind
    }
    return text
  }

  /** What an object is. Kinds without a shape cannot be carried. */
  kind(value) {
    if (isProxy(value)) return 'proxy'
    if (typeof value === 'function') return functionType(value)
    if (isArray(value)) return 'array'
    if (this.fixed.has(value)) return mapHas(namespaces, value) ? 'builtin' : 'built-in object'
    if (isError(value)) return 'error'
    const prototype = getPrototypeOf(value)
    if (prototype === null) return isModule(value) ? 'module' : 'object'
    if (prototype === ObjectPrototype)
      return has(value, iteratorKey) && isArguments(value) ? 'arguments object' : 'object'
    for (let at = prototype, depth = 0; at !== null && depth < 1000 && !isProxy(at); depth += 1) {
      const kind = mapGet(kindByPrototype, at)
      if (kind !== undefined) {
        const brand = brands[kind]
        return brand === undefined || attempt(brand, value) !== undefined ? kind : 'object'
      }
      at = getPrototypeOf(at)
    }
    return 'object'
  }

  note(change) {
    this.changes += (this.changes === '' ? '' : ',') + stringify(change)
  }

  /** Everything that was referred to, and what that refers to, in the order it was met. */
  table() {
    const objects = list()
    for (let i = 0; i < this.queue.length; i += 1) {
      this.changes = ''
      const text = shapes[this.kinds[i]](this.queue[i], this)
      objects[i] = '{"type":"' + this.kinds[i] + '",' + text + ',"changes":[' + this.changes + ']}'
    }
    return objects
  }
}
setPrototypeOf(PortableWalker.prototype, null)

/** Beyond 64 bits in base 16: base 10 takes quadratic time, in one native loop. */
const bigintText = (value) => {
  if (value < 2n ** 64n && value > -(2n ** 64n)) return bigintToString(value)
  return value < 0n ? '-0x' + bigintToString(-value, 16) : '0x' + bigintToString(value, 16)
}

const isModule = (value) => !isExtensible(value) && ownData(value, toStringTag) === 'Module'

const isArguments = (value) =>
  has(value, 'length') &&
  !has(ObjectPrototype, toStringTag) &&
  !has(value, toStringTag) &&
  objectToString(value) === '[object Arguments]'

/** What a tombstone stands for, by its getter or by the proxy that took the place of a value. */
const tombstones = new WeakMap()

/**
 * `{names, objects}`: every name that the user made, with how its value stands in the table. Built-in names that were
 * replaced are told without their value: another interpreter has its own.
 */
const portable = () => {
  const fixed = ownMap()
  const entries = mapEntries(baseline)
  for (let at = mapIteratorNext(entries); !at.done; at = mapIteratorNext(entries)) {
    const value = ownData(at.value[1], 'value')
    if (typeof value === 'object' && value !== null) fixed.set(value, true)
  }
  const walker = new PortableWalker(fixed)
  const names = list()
  const found = userNames()
  for (let i = 0; i < found.length; i += 1) {
    const name = found[i]
    const descriptor = getOwnPropertyDescriptor(globalThis, name)
    names[i] = '{"name":' + stringify(name) + ',' + portableName(name, descriptor, walker) + '}'
  }
  return '{"names":[' + join(names, ',') + '],"objects":[' + join(walker.table(), ',') + ']}'
}

const portableName = (name, descriptor, walker) => {
  if (mapHas(baseline, name)) return '"builtin":true'
  const data = has(descriptor, 'value')
  const grave = weakGet(tombstones, data ? descriptor.value : descriptor.get)
  if (grave !== undefined) return '"tombstone":' + stringify(grave)
  if (!data) return '"type":"accessor","value":' + unserializable('accessor')
  const { value } = descriptor
  const type = isObject(value) && !isProxy(value) && isArray(value) ? 'array' : typeof value
  return '"type":"' + type + '","value":' + walker.refer(value)
}
