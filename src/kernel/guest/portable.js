// The user's values as plain data, for portable snapshots. Looking at them runs no user code. The walk keeps a queue
// instead of calling itself: a list that is linked a hundred thousand times must not overflow the stack.

const { isFrozen, isSealed, isExtensible } = Object
const { keyFor } = SymbolOf
const bigintValue = uncurry(BigInt.prototype.valueOf)
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

const record = (key, value) => {
  const made = setPrototypeOf({}, null)
  made[key] = value
  return made
}

/** How a value that cannot be carried stands in its holder. */
const unserializable = (kind) => record('unserializable', kind)

class PortableWalker {
  /** `fixed`: objects of the interpreter itself. */
  constructor(fixed) {
    this.fixed = fixed
    /** Value to how it is referred to. */
    this.seen = new MapCtor()
    this.queue = list()
    this.kinds = list()
  }

  /** How a value stands in its holder. */
  refer(value) {
    switch (typeof value) {
      case 'undefined':
        return record('is', 'undefined')
      case 'number':
        if (value - value !== 0) return record('is', '' + value)
        return value === 0 && 1 / value < 0 ? record('is', '-0') : value
      case 'bigint':
        return record('bigint', bigintText(value))
      case 'object':
      case 'function':
      case 'symbol':
        return value === null ? null : this.place(value)
      default:
        return value
    }
  }

  place(value) {
    const known = mapGet(this.seen, value)
    if (known !== undefined) return known
    const kind = typeof value === 'symbol' ? 'symbol' : this.kind(value)
    const carried = hasOwn(shapes, kind)
    const made = carried ? record('ref', this.queue.length) : unserializable(kind)
    mapSet(this.seen, value, made)
    if (carried) {
      push(this.queue, value)
      push(this.kinds, kind)
    }
    return made
  }

  /** What an object is. Kinds without a shape cannot be carried. */
  kind(value) {
    if (isProxy(value)) return 'proxy'
    if (typeof value === 'function') return functionType(value)
    if (mapHas(namespaces, value)) return 'builtin'
    if (mapHas(this.fixed, value)) return 'built-in object'
    if (isArray(value)) return 'array'
    if (isError(value)) return 'error'
    const prototype = getPrototypeOf(value)
    if (prototype === null) return isModule(value) ? 'module' : 'object'
    if (prototype === ObjectPrototype) return isArguments(value) ? 'arguments' : 'object'
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

  /** Everything that was referred to, and what that refers to, in the order it was met. */
  table() {
    const objects = list()
    for (let i = 0; i < this.queue.length; i += 1) {
      const made = record('type', this.kinds[i])
      made.changes = list()
      shapes[this.kinds[i]](made, this.queue[i], this)
      push(objects, made)
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
  hasOwn(value, iteratorKey) &&
  hasOwn(value, 'length') &&
  !hasOwn(ObjectPrototype, toStringTag) &&
  !hasOwn(value, toStringTag) &&
  objectToString(value) === '[object Arguments]'

/** What a tombstone stands for, by its getter or by the proxy that took the place of a value. */
const tombstones = new WeakMap()

/**
 * `{names, objects}`: every name that the user made, with how its value stands in the table. Built-in names that were
 * replaced are told without their value: another interpreter has its own.
 */
const portable = () => {
  const fixed = new MapCtor()
  const entries = mapEntries(baseline)
  for (let at = mapIteratorNext(entries); !at.done; at = mapIteratorNext(entries)) {
    const value = ownData(at.value[1], 'value')
    if (typeof value === 'object' && value !== null) mapSet(fixed, value, true)
  }
  const walker = new PortableWalker(fixed)
  const names = list()
  const found = userNames()
  for (let i = 0; i < found.length; i += 1) {
    const descriptor = getOwnPropertyDescriptor(globalThis, found[i])
    const data = hasOwn(descriptor, 'value')
    const made = record('name', found[i])
    const grave = weakGet(tombstones, data ? descriptor.value : descriptor.get)
    if (mapHas(baseline, found[i])) made.builtin = true
    else if (grave !== undefined) made.tombstone = grave
    else if (data) {
      made.type =
        isObject(descriptor.value) && !isProxy(descriptor.value) && isArray(descriptor.value)
          ? 'array'
          : typeof descriptor.value
      made.value = walker.refer(descriptor.value)
    } else {
      made.type = 'accessor'
      made.value = unserializable('accessor')
    }
    push(names, made)
  }
  const answer = record('names', names)
  answer.objects = walker.table()
  return stringify(answer)
}
