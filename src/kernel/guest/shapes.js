// What a portable snapshot holds of one object, by kind, and what of it is lost.

const typedArrayBuffer = uncurry(getOwnPropertyDescriptor(TypedArrayPrototype, 'buffer').get)
const typedArrayOffset = uncurry(getOwnPropertyDescriptor(TypedArrayPrototype, 'byteOffset').get)
const bufferResizable = uncurry(getOwnPropertyDescriptor(BufferPrototype, 'resizable').get)

const typedArrays = setPrototypeOf({}, null)
{
  const makers = [
    Int8Array,
    Uint8Array,
    Uint8ClampedArray,
    Int16Array,
    Uint16Array,
    Int32Array,
    Uint32Array,
    Float16Array,
    Float32Array,
    Float64Array,
    BigInt64Array,
    BigUint64Array,
  ]
  for (let i = 0; i < makers.length; i += 1) typedArrays[makers[i].name] = makers[i]
}

const wellKnown = new MapCtor()
const wellKnownByName = setPrototypeOf({}, null)
{
  const names = ownKeys(SymbolOf)
  for (let i = 0; i < names.length; i += 1) {
    const value = ownData(SymbolOf, names[i])
    if (typeof value !== 'symbol') continue
    mapSet(wellKnown, value, names[i])
    wellKnownByName[names[i]] = value
  }
}

/** Holes beyond this are not written out: such an array is a mistake, or a table with large keys. */
const MOST_HOLES = 1_000_000
/** Keys of a typed array are as many as its items: beyond this, extra ones are not worth listing them all. */
const MOST_LISTED = 100_000

const boxPrototypes = {
  __proto__: null,
  number: Number.prototype,
  string: String.prototype,
  boolean: Boolean.prototype,
  bigint: BigInt.prototype,
}

const lost = (made, count, one, many, became) => {
  if (count > 0) push(made.changes, count + ' ' + (count === 1 ? one : many) + ' ' + became)
}

const noteMaker = (made, value, prototype, became) => {
  if (getPrototypeOf(value) === prototype) return
  const name = className(value)
  push(
    made.changes,
    (name === '' ? 'an instance of a class' : 'an instance of ' + name) + ' became ' + became,
  )
}

const noteExtras = (made, count) => lost(made, count, 'extra property', 'extra properties', 'dropped')

const noteIntegrity = (made, value) => {
  if (!isExtensible(value)) made.integrity = isFrozen(value) ? 'frozen' : isSealed(value) ? 'sealed' : 'fixed'
}

const pair = (first, second) => {
  const made = list()
  push(made, first)
  push(made, second)
  return made
}

const isIndex = (key, length) => {
  if (typeof key !== 'string') return false
  const number = +key
  return number >= 0 && number < length && floor(number) === number && '' + number === key
}

const shapes = {
  __proto__: null,

  object(made, value, walker) {
    const prototype = getPrototypeOf(value)
    if (prototype === null) made.prototype = null
    else noteMaker(made, value, ObjectPrototype, 'a plain object, without methods and private fields')
    made.properties = list()
    let hidden = 0
    let odd = 0
    const keys = ownKeys(value)
    for (let i = 0; i < keys.length; i += 1) {
      const descriptor = getOwnPropertyDescriptor(value, keys[i])
      if (!descriptor.enumerable) {
        hidden += 1
        continue
      }
      const key = typeof keys[i] === 'symbol' ? walker.place(keys[i]) : keys[i]
      const data = hasOwn(descriptor, 'value')
      if (data && !(descriptor.writable && descriptor.configurable)) odd += 1
      push(made.properties, pair(key, data ? walker.refer(descriptor.value) : unserializable('accessor')))
    }
    lost(made, hidden, 'hidden property', 'hidden properties', 'dropped')
    noteIntegrity(made, value)
    if (made.integrity !== 'frozen') lost(made, odd, 'fixed property', 'fixed properties', 'made ordinary')
  },

  array(made, value, walker) {
    noteMaker(made, value, ArrayPrototype, 'a plain array')
    const length = value.length
    // Index keys come first, then `length` and whatever else was put on it.
    const keys = ownKeys(value)
    let present = 0
    while (present < keys.length && isIndex(keys[present], length)) present += 1
    noteExtras(made, keys.length - present - 1)
    made.items = list()
    if (length - present > MOST_HOLES) {
      push(made.items, unserializable('sparse array'))
      return
    }
    lost(made, length - present, 'hole', 'holes', 'made undefined')
    for (let i = 0; i < length; i += 1) {
      const descriptor = getOwnPropertyDescriptor(value, i)
      if (descriptor === undefined) push(made.items, walker.refer(undefined))
      else
        push(
          made.items,
          hasOwn(descriptor, 'value') ? walker.refer(descriptor.value) : unserializable('accessor'),
        )
    }
    noteIntegrity(made, value)
  },

  map(made, value, walker) {
    noteMaker(made, value, MapPrototype, 'a plain Map')
    noteExtras(made, ownKeys(value).length)
    made.entries = list()
    const entries = mapEntries(value)
    for (let at = mapIteratorNext(entries); !at.done; at = mapIteratorNext(entries))
      push(made.entries, pair(walker.refer(at.value[0]), walker.refer(at.value[1])))
    noteIntegrity(made, value)
  },

  set(made, value, walker) {
    noteMaker(made, value, SetPrototype, 'a plain Set')
    noteExtras(made, ownKeys(value).length)
    made.items = list()
    const values = setValues(value)
    for (let at = setIteratorNext(values); !at.done; at = setIteratorNext(values))
      push(made.items, walker.refer(at.value))
    noteIntegrity(made, value)
  },

  date(made, value) {
    noteMaker(made, value, DatePrototype, 'a plain Date')
    noteExtras(made, ownKeys(value).length)
    const time = dateValue(value)
    made.time = time === time ? time : null
    noteIntegrity(made, value)
  },

  regexp(made, value) {
    noteMaker(made, value, RegExpPrototype, 'a plain RegExp')
    noteExtras(made, ownKeys(value).length - 1)
    made.source = regexpSource(value)
    made.flags = flagsOf(value)
    const last = ownData(value, 'lastIndex')
    const sound = typeof last === 'number' && last > 0 && last < 2 ** 53 && floor(last) === last
    made.lastIndex = sound ? last : 0
    if (!sound && last !== 0) push(made.changes, 'lastIndex became 0')
    noteIntegrity(made, value)
  },

  buffer(made, value) {
    noteMaker(made, value, BufferPrototype, 'a plain ArrayBuffer')
    noteExtras(made, ownKeys(value).length)
    if (bufferResizable(value)) push(made.changes, 'a resizable buffer became one of fixed size')
    made.length = bufferLength(value)
    made.bytes = made.length === 0 ? '' : host.bytes(value)
    noteIntegrity(made, value)
  },

  'typed-array'(made, value, walker) {
    made.kind = typedArrayTag(value)
    made.length = typedArrayLength(value)
    noteMaker(made, value, typedArrays[made.kind].prototype, 'a plain ' + made.kind)
    if (made.length <= MOST_LISTED) noteExtras(made, ownKeys(value).length - made.length)
    made.buffer = walker.refer(typedArrayBuffer(value))
    made.offset = typedArrayOffset(value)
    noteIntegrity(made, value)
  },

  boxed(made, value, walker) {
    const inner = unboxed(value)
    noteMaker(made, value, boxPrototypes[typeof inner], 'a plain object of its kind')
    noteExtras(made, ownKeys(value).length - (typeof inner === 'string' ? inner.length + 1 : 0))
    made.value = walker.refer(inner)
    noteIntegrity(made, value)
  },

  symbol(made, value) {
    const known = mapGet(wellKnown, value)
    const registered = keyFor(value)
    if (known !== undefined) made.wellKnown = known
    else if (registered !== undefined) made.registered = registered
    else made.description = symbolDescription(value) ?? null
  },

  builtin(made, value) {
    made.name = mapGet(namespaces, value)
  },
}
