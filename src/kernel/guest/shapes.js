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

/** How many parts the language's own objects have by themselves. */
const ownParts = new MapCtor()
{
  const entries = mapEntries(namespaces)
  for (let at = mapIteratorNext(entries); !at.done; at = mapIteratorNext(entries))
    mapSet(ownParts, at.value[0], ownKeys(at.value[0]).length)
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

const lost = (walker, count, one, many, became) => {
  if (count > 0) walker.note(count + ' ' + (count === 1 ? one : many) + ' ' + became)
}

const noteMaker = (walker, value, prototype, became) => {
  if (getPrototypeOf(value) === prototype) return
  const name = className(value)
  walker.note((name === '' ? 'an instance of a class' : 'an instance of ' + name) + ' became ' + became)
}

const noteExtras = (walker, count) => lost(walker, count, 'extra property', 'extra properties', 'dropped')

/** How an object is closed against changes, as a last part of its text. */
const integrity = (value) =>
  isExtensible(value)
    ? ''
    : ',"integrity":"' + (isFrozen(value) ? 'frozen' : isSealed(value) ? 'sealed' : 'fixed') + '"'

/** How many of the keys are indexes: those come first, in order. */
const indexesIn = (keys, length) => {
  if (length > 0 && keys[length - 1] === '' + (length - 1)) return length
  let low = 0
  let high = keys.length
  while (low < high) {
    const middle = floor((low + high) / 2)
    if (isIndex(keys[middle], length)) low = middle + 1
    else high = middle
  }
  return low
}

const isIndex = (key, length) => {
  if (typeof key !== 'string') return false
  const number = +key
  return number >= 0 && number < length && floor(number) === number && '' + number === key
}

/** By kind: the parts of an object as JSON, without braces. */
const shapes = {
  __proto__: null,

  object(value, walker) {
    const prototype = getPrototypeOf(value)
    if (prototype !== null && prototype !== ObjectPrototype)
      noteMaker(walker, value, ObjectPrototype, 'a plain object, without methods and private fields')
    const properties = list()
    let count = 0
    let odd = 0
    const keys = ownKeys(value)
    for (let i = 0; i < keys.length; i += 1) {
      const key = keys[i]
      const descriptor = getOwnPropertyDescriptor(value, key)
      if (!descriptor.enumerable) continue
      const data = has(descriptor, 'value')
      if (data && !(descriptor.writable && descriptor.configurable)) odd += 1
      const name = typeof key === 'symbol' ? walker.place(key) : stringify(key)
      properties[count] =
        '[' + name + ',' + (data ? walker.refer(descriptor.value) : unserializable('accessor')) + ']'
      count += 1
    }
    lost(walker, keys.length - count, 'hidden property', 'hidden properties', 'dropped')
    if (odd > 0 && !isFrozen(value)) lost(walker, odd, 'fixed property', 'fixed properties', 'made ordinary')
    return (
      (prototype === null ? '"prototype":null,' : '') +
      '"properties":[' +
      join(properties, ',') +
      ']' +
      integrity(value)
    )
  },

  array(value, walker) {
    noteMaker(walker, value, ArrayPrototype, 'a plain array')
    const length = value.length
    // Index keys come first, then `length` and whatever else was put on it.
    const keys = ownKeys(value)
    const present = indexesIn(keys, length)
    noteExtras(walker, keys.length - present - 1)
    if (length - present > MOST_HOLES) return '"items":[' + unserializable('sparse array') + ']'
    lost(walker, length - present, 'hole', 'holes', 'made undefined')
    const items = list()
    for (let i = 0; i < length; i += 1) {
      const descriptor = getOwnPropertyDescriptor(value, i)
      if (descriptor === undefined) items[i] = walker.refer(undefined)
      else items[i] = has(descriptor, 'value') ? walker.refer(descriptor.value) : unserializable('accessor')
    }
    return '"items":[' + join(items, ',') + ']' + integrity(value)
  },

  map(value, walker) {
    noteMaker(walker, value, MapPrototype, 'a plain Map')
    noteExtras(walker, ownKeys(value).length)
    const parts = list()
    const entries = mapEntries(value)
    for (let at = mapIteratorNext(entries); !at.done; at = mapIteratorNext(entries))
      push(parts, '[' + walker.refer(at.value[0]) + ',' + walker.refer(at.value[1]) + ']')
    return '"entries":[' + join(parts, ',') + ']' + integrity(value)
  },

  set(value, walker) {
    noteMaker(walker, value, SetPrototype, 'a plain Set')
    noteExtras(walker, ownKeys(value).length)
    const parts = list()
    const values = setValues(value)
    for (let at = setIteratorNext(values); !at.done; at = setIteratorNext(values))
      push(parts, walker.refer(at.value))
    return '"items":[' + join(parts, ',') + ']' + integrity(value)
  },

  date(value, walker) {
    noteMaker(walker, value, DatePrototype, 'a plain Date')
    noteExtras(walker, ownKeys(value).length)
    const time = dateValue(value)
    return '"time":' + (time === time ? time : 'null') + integrity(value)
  },

  regexp(value, walker) {
    noteMaker(walker, value, RegExpPrototype, 'a plain RegExp')
    noteExtras(walker, ownKeys(value).length - 1)
    const last = ownData(value, 'lastIndex')
    const sound = typeof last === 'number' && last >= 0 && last < 2 ** 53 && floor(last) === last
    if (!sound) walker.note('lastIndex became 0')
    return (
      '"source":' +
      stringify(regexpSource(value)) +
      ',"flags":"' +
      flagsOf(value) +
      '","lastIndex":' +
      (sound ? last : 0) +
      integrity(value)
    )
  },

  buffer(value, walker) {
    noteMaker(walker, value, BufferPrototype, 'a plain ArrayBuffer')
    noteExtras(walker, ownKeys(value).length)
    if (bufferResizable(value)) walker.note('a resizable buffer became one of fixed size')
    const length = bufferLength(value)
    return (
      '"length":' + length + ',"bytes":"' + (length === 0 ? '' : host.bytes(value)) + '"' + integrity(value)
    )
  },

  'typed-array'(value, walker) {
    const kind = typedArrayTag(value)
    const length = typedArrayLength(value)
    noteMaker(walker, value, typedArrays[kind].prototype, 'a plain ' + kind)
    if (length <= MOST_LISTED) noteExtras(walker, ownKeys(value).length - length)
    const buffer = walker.refer(typedArrayBuffer(value))
    const place = '"offset":' + typedArrayOffset(value) + ',"length":' + length
    return '"kind":"' + kind + '","buffer":' + buffer + ',' + place + integrity(value)
  },

  boxed(value, walker) {
    const inner = unboxed(value)
    noteMaker(walker, value, boxPrototypes[typeof inner], 'a plain object of its kind')
    noteExtras(walker, ownKeys(value).length - (typeof inner === 'string' ? inner.length + 1 : 0))
    return '"value":' + walker.refer(inner) + integrity(value)
  },

  symbol(value) {
    const known = mapGet(wellKnown, value)
    if (known !== undefined) return '"wellKnown":"' + known + '"'
    const registered = keyFor(value)
    if (registered !== undefined) return '"registered":' + stringify(registered)
    return '"description":' + stringify(symbolDescription(value) ?? null)
  },

  builtin(value, walker) {
    noteExtras(walker, ownKeys(value).length - mapGet(ownParts, value))
    return '"name":"' + mapGet(namespaces, value) + '"'
  },
}
