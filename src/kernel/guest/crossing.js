// What may cross to a tool: JSON values. Dates cross as ISO text; undefined properties are dropped.

/** A copy without prototypes, so that turning it into JSON runs no user code. Throws a TypeError with the path. */
const crossing = (value, path, ancestors) => {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value
    case 'number':
      if (value - value === 0) return value
      throw cannotCross(path, '' + value + ' is not a JSON number', 'Send null or a string instead')
    case 'undefined':
      return undefined
    case 'bigint':
      throw cannotCross(path, 'a BigInt', 'Send it as a string: String(value)')
    case 'symbol':
      throw cannotCross(path, 'a symbol', 'Send its description')
    case 'function':
      throw cannotCross(path, 'a function', 'Send data, and call the function in the cell')
  }
  if (value === null) return null
  if (isProxy(value)) throw cannotCross(path, 'a Proxy', 'Copy it into a plain object first')
  if (ancestors.length > 200) throw cannotCross(path, 'nested deeper than 200 levels', 'Flatten it')
  for (let i = 0; i < ancestors.length; i += 1) {
    if (ancestors[i] === value)
      throw cannotCross(path, 'a circular reference', 'Send only what the tool needs')
  }
  push(ancestors, value)
  const copy = crossingObject(value, path, ancestors)
  ancestors.length -= 1
  return copy
}

/** Objects whose content is not in their properties: sent as such, they would arrive empty. */
const UNSENDABLE = setPrototypeOf(
  [
    [PromisePrototype, 'a promise that was not awaited', 'Await it first'],
    [MapPrototype, 'a Map', 'Send Object.fromEntries(map)'],
    [SetPrototype, 'a Set', 'Send [...set]'],
    [TypedArrayPrototype, 'binary data', 'Send an array of numbers'],
    [BufferPrototype, 'binary data', 'Send an array of numbers'],
    [SharedArrayBuffer.prototype, 'binary data', 'Send an array of numbers'],
    [DataView.prototype, 'binary data', 'Send an array of numbers'],
    [RegExpPrototype, 'a RegExp', 'Send its source'],
    [ErrorPrototype, 'an Error', 'Send its message'],
    [WeakMap.prototype, 'a WeakMap', 'Send what the tool needs of it'],
    [WeakSet.prototype, 'a WeakSet', 'Send what the tool needs of it'],
    [WeakRef.prototype, 'a WeakRef', 'Send what it refers to'],
    [FinalizationRegistry.prototype, 'a FinalizationRegistry', 'Leave it out'],
    [Iterator.prototype, 'an iterator', 'Send [...iterator]'],
    [
      getPrototypeOf(getPrototypeOf(async function* () {}).prototype),
      'an async iterator',
      'Collect its items first',
    ],
  ],
  null,
)

const crossingObject = (value, path, ancestors) => {
  if (isArray(value)) {
    const copy = list()
    for (let i = 0; i < value.length; i += 1) {
      const item = crossing(value[i], path + '[' + i + ']', ancestors)
      copy[i] = item === undefined ? null : item
    }
    return copy
  }
  const prototype = getPrototypeOf(value)
  if (prototype !== ObjectPrototype && prototype !== null) {
    if (inherits(value, DatePrototype)) {
      const time = attempt(dateValue, value)
      if (time === time && time !== undefined) return dateToIso(value)
      throw cannotCross(path, 'an invalid Date', 'Check the date before sending it')
    }
    const boxed = unboxedPrimitive(value, prototype)
    if (boxed !== undefined) return crossing(boxed, path, ancestors)
    const shown = weakGet(shownAs, value)
    if (shown !== undefined) {
      if (shown.json !== null) return shown.json
      throw cannotCross(path, 'a URLSearchParams', 'Send its text: String(params)')
    }
    if (isError(value)) throw cannotCross(path, 'an Error', 'Send its message')
    for (let i = 0; i < UNSENDABLE.length; i += 1) {
      if (inherits(value, UNSENDABLE[i][0])) throw cannotCross(path, UNSENDABLE[i][1], UNSENDABLE[i][2])
    }
  }
  const copy = setPrototypeOf({}, null)
  const keys = ownKeys(value)
  for (let i = 0; i < keys.length; i += 1) {
    const key = keys[i]
    if (typeof key !== 'string' || !isEnumerable(value, key)) continue
    const item = crossing(value[key], path + pathStep(key), ancestors)
    // Defined, not assigned: `__proto__` is a name like any other.
    if (item !== undefined)
      defineProperty(copy, key, {
        value: item,
        enumerable: true,
        writable: true,
        configurable: true,
        __proto__: null,
      })
  }
  return copy
}

const cannotCross = (path, what, cure) =>
  marked(
    new TypeErrorCtor('The input cannot be sent to a tool: ' + path + ' is ' + what + '. ' + cure + '.'),
    'runtime',
  )

/** JSON of a tool's input; '' for undefined. */
const encodeInput = (value) => {
  const copy = crossing(value, '$', list())
  return copy === undefined ? '' : encode(copy)
}
