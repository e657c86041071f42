// Values as trees (`PreviewNode`). Looking at a value never runs user code: no getters, no proxies' traps, no
// `toString`, no `toJSON`.

/** A property's name as it stands in a path. */
const pathStep = (key) => {
  if (typeof key === 'number') return '[' + key + ']'
  if (typeof key === 'symbol') return '[' + symbolToString(key) + ']'
  for (let i = 0; i < key.length; i += 1) {
    const code = charCodeAt(key, i)
    const plain = code === 36 || code === 95 || (code > 64 && code < 91) || (code > 96 && code < 123)
    if (!plain && !(i > 0 && code > 47 && code < 58)) return '[' + stringify(key) + ']'
  }
  return key === '' ? '[""]' : '.' + key
}

const node = (type) => {
  const made = setPrototypeOf({}, null)
  made.type = type
  return made
}

const leaf = (type, text) => {
  const made = node(type)
  made.text = text
  return made
}

/** A name or key, cut when it is longer than anybody reads. */
const clip = (text, most) => (text.length <= most ? text : slice(text, 0, most) + '…')
const MOST_NAME = 200

const functionName = (value) => {
  const name = ownData(value, 'name')
  return typeof name === 'string' ? clip(name, MOST_NAME) : ''
}

/** `class` or `function`: only a class's `prototype` is read-only, apart from built-in constructors. */
const functionType = (value) => {
  const descriptor = getOwnPropertyDescriptor(value, 'prototype')
  if (descriptor === undefined || !hasOwn(descriptor, 'writable') || descriptor.writable) return 'function'
  return slice(functionToString(value), 0, 5) === 'class' ? 'class' : 'function'
}

/** The name of what made an object; '' for a plain one. */
const className = (value) => {
  const prototype = getPrototypeOf(value)
  if (prototype === null || prototype === ObjectPrototype || isProxy(prototype)) return ''
  const maker = chainData(prototype, 'constructor')
  const name = typeof maker === 'function' && !isProxy(maker) ? functionName(maker) : ''
  if (name !== '' && name !== 'Object') return name
  const tag = chainData(prototype, toStringTag)
  return typeof tag === 'string' ? clip(tag, MOST_NAME) : name
}

/** Walks values within a budget of nodes and characters. */
class Previewer {
  constructor(nodes, chars, depth, items) {
    this.nodes = nodes
    this.chars = chars
    this.depth = depth
    this.items = items
    this.objects = list()
    this.keys = list()
    this.pending = list()
  }

  path(depth) {
    let path = ''
    for (let i = 0; i < depth; i += 1) path += pathStep(this.keys[i])
    return path
  }

  text(value) {
    const made = node('string')
    const room = max(80, min(this.chars, this.objects.length === 0 ? this.chars : 4000))
    if (value.length <= room) made.text = value
    else {
      const tail = floor(room / 5)
      made.text = slice(value, 0, room - tail)
      made.tail = slice(value, value.length - tail)
      made.truncated = true
    }
    made.size = value.length
    this.chars = max(0, this.chars - min(value.length, room))
    return made
  }

  of(value) {
    this.nodes -= 1
    switch (typeof value) {
      case 'undefined':
        return node('undefined')
      case 'boolean':
        return leaf('boolean', value ? 'true' : 'false')
      case 'number':
        return leaf('number', value === 0 && 1 / value < 0 ? '-0' : '' + value)
      case 'bigint': {
        // Only as many digits as are shown: turning a huge one into text takes longer than any cell may run.
        const small = value < MOST_SHOWN_BIGINT && value > -MOST_SHOWN_BIGINT
        return leaf(
          'bigint',
          small ? bigintToString(value) : value < 0n ? '-(over 400 digits)' : '(over 400 digits)',
        )
      }
      case 'symbol':
        return leaf('symbol', clip(symbolDescription(value) ?? '', MOST_NAME))
      case 'string':
        return this.text(value)
      default:
        return value === null ? node('null') : this.object(value)
    }
  }

  object(value) {
    if (isProxy(value)) {
      const grave = weakGet(tombstones, value)
      return grave === undefined ? node('proxy') : leaf('tombstone', grave.text)
    }
    for (let i = 0; i < this.objects.length; i += 1) {
      if (this.objects[i] === value) return leaf('circular', '$' + this.path(i))
    }
    const deep = this.objects.length >= this.depth || this.nodes <= 0
    push(this.objects, value)
    const made = typeof value === 'function' ? this.callable(value, deep) : this.shape(value, deep)
    this.objects.length -= 1
    return made
  }

  callable(value, deep) {
    const made = leaf(functionType(value), functionName(value))
    return this.own(made, value, deep)
  }

  promise(value, state, deep) {
    push(this.pending, '$' + this.path(this.keys.length))
    const made = leaf('promise', state)
    if (state === 'pending' || deep) return made
    made.children = list()
    this.entry(
      made,
      state === 'rejected' ? 'reason' : 'value',
      this.child('value', host.promiseResult(value)),
    )
    return made
  }

  own(made, value, deep) {
    if (!deep) this.extra(made, value, ownKeys(value), noneSkipped)
    return made
  }

  /** Enumerable properties of what is shown by something else than its properties. */
  extra(made, value, keys, skip) {
    const holder = node('object')
    holder.children = list()
    this.properties(value, holder, keys, skip)
    if (holder.children.length === 0) return
    made.extra = holder.children
    if (holder.truncated) made.truncated = true
  }

  shape(value, deep) {
    if (isArray(value)) return this.array(value, deep)
    const prototype = getPrototypeOf(value)
    if (prototype === ObjectPrototype || prototype === null) return this.record(value, node('object'), deep)
    if (isError(value) || domError(value, 'name') !== undefined) return this.error(value, deep)
    const tag = typedArrayTag(value)
    if (tag !== undefined) return this.typedArray(value, tag)
    if (inherits(value, MapPrototype)) {
      const size = attempt(mapSize, value)
      if (size !== undefined) return this.own(this.map(value, size, deep), value, deep)
    } else if (inherits(value, SetPrototype)) {
      const size = attempt(setSize, value)
      if (size !== undefined) return this.own(this.set(value, size, deep), value, deep)
    } else if (inherits(value, DatePrototype)) {
      const time = attempt(dateValue, value)
      if (time !== undefined)
        return this.own(leaf('date', time === time ? dateToIso(value) : 'Invalid Date'), value, deep)
    } else if (inherits(value, RegExpPrototype)) {
      const source = attempt(regexpSource, value)
      if (source !== undefined)
        return this.own(leaf('regexp', '/' + clip(source, 1000) + '/' + flagsOf(value)), value, deep)
    } else if (inherits(value, PromisePrototype)) {
      const state = host.promiseState(value)
      if (state !== '') return this.own(this.promise(value, state, deep), value, deep)
    } else {
      for (let i = 0; i < BUFFERS.length; i += 1) {
        const bytes = inherits(value, BUFFERS[i][0]) ? attempt(BUFFERS[i][1], value) : undefined
        if (bytes === undefined) continue
        const made = leaf('buffer', BUFFERS[i][2])
        made.size = bytes
        return made
      }
    }
    const boxed = boxedText(value, prototype) ?? shownText(value)
    if (boxed !== undefined) return leaf('other', boxed)
    const name = className(value)
    return this.record(
      value,
      name === '' || name === 'Object' ? node('object') : leaf('instance', name),
      deep,
    )
  }

  child(key, value) {
    push(this.keys, key)
    const made = this.of(value)
    this.keys.length -= 1
    return made
  }

  entry(made, key, value) {
    const entry = setPrototypeOf({}, null)
    entry.key = key
    entry.value = value
    push(made.children, entry)
    return entry
  }

  full(made) {
    if (made.children.length < this.items && this.nodes > 0) return false
    made.truncated = true
    return true
  }

  open(made, size, deep) {
    made.size = size
    if (deep && size > 0) {
      made.truncated = true
      return false
    }
    made.children = list()
    return true
  }

  array(value, deep) {
    const made = node('array')
    if (!this.open(made, value.length, deep)) return made
    const name = getPrototypeOf(value) === ArrayPrototype ? '' : className(value)
    if (name !== '' && name !== 'Array' && name !== 'Object') made.text = name
    const index = node('index')
    for (let i = 0; i < value.length; ) {
      if (this.full(made)) {
        this.tail(made, value, i)
        break
      }
      const empty = holes(value, i, index)
      this.entry(made, '' + i, empty > 0 ? emptyNode(empty) : this.item(value, i))
      i += empty > 0 ? empty : 1
    }
    // The keys of a long array take longer to list than they are worth.
    if (value.length <= 1000)
      this.extra(made, value, ownKeys(value), isMatch(value) ? skippedOfMatch : isIndexLike)
    return made
  }

  /** The last items of a long array, so that its end is seen too. */
  tail(made, value, from) {
    if (this.nodes <= 0) return
    made.tail = list()
    for (let i = max(from, value.length - 3); i < value.length; i += 1) {
      const entry = setPrototypeOf({}, null)
      entry.key = '' + i
      entry.value = this.item(value, i)
      push(made.tail, entry)
    }
  }

  item(value, i) {
    const descriptor = getOwnPropertyDescriptor(value, i)
    if (descriptor === undefined) return emptyNode(1)
    return hasOwn(descriptor, 'value') ? this.child(i, descriptor.value) : leaf('getter', 'Getter')
  }

  record(value, made, deep) {
    const keys = ownKeys(value)
    let size = 0
    for (let i = 0; i < keys.length; i += 1) if (isEnumerable(value, keys[i])) size += 1
    if (!this.open(made, size, deep)) return made
    this.properties(value, made, keys, undefined)
    return made
  }

  properties(value, made, keys, skip) {
    for (let i = 0; i < keys.length; i += 1) {
      const key = keys[i]
      const descriptor = getOwnPropertyDescriptor(value, key)
      if (descriptor === undefined || !descriptor.enumerable || (skip !== undefined && skip(key))) continue
      if (this.full(made)) break
      const shown = this.key(typeof key === 'symbol' ? '[' + symbolToString(key) + ']' : key)
      if (hasOwn(descriptor, 'value')) this.entry(made, shown, this.child(key, descriptor.value))
      else this.entry(made, shown, leaf('getter', accessorName(descriptor)))
    }
  }

  key(text) {
    this.chars = max(0, this.chars - min(text.length, MOST_NAME))
    return clip(text, this.chars > 0 ? MOST_NAME : 40)
  }

  error(value, deep) {
    const message = errorMessage(value)
    const made = leaf('error', errorTitle(value) + (message === '' ? '' : ': ' + clip(message, 1000)))
    const keys = ownKeys(value)
    let size = 0
    for (let i = 0; i < keys.length; i += 1)
      if (!isErrorPart(keys[i]) && isEnumerable(value, keys[i])) size += 1
    const parts = list()
    push(parts, 'cause')
    push(parts, 'errors')
    const told = (key) => hasOwn(value, key) && !isEnumerable(value, key) && ownData(value, key) !== undefined
    for (let i = 0; i < 2; i += 1) if (told(parts[i])) size += 1
    if (size === 0 || !this.open(made, size, deep)) return made
    for (let i = 0; i < 2; i += 1)
      if (told(parts[i])) this.entry(made, parts[i], this.child(parts[i], ownData(value, parts[i])))
    this.properties(value, made, keys, isErrorPart)
    return made
  }

  typedArray(value, tag) {
    const made = leaf('typed-array', tag)
    const length = typedArrayLength(value)
    this.open(made, length, false)
    for (let i = 0; i < length && !this.full(made); i += 1) this.entry(made, '' + i, this.of(value[i]))
    return made
  }

  map(value, size, deep) {
    const made = node('map')
    const name = className(value)
    if (name !== 'Map') made.text = name
    if (!this.open(made, size, deep)) return made
    const entries = mapEntries(value)
    for (let step = mapIteratorNext(entries); !step.done; step = mapIteratorNext(entries)) {
      if (this.full(made)) break
      const key = step.value[0]
      const index = made.children.length
      const entry = this.entry(made, typeof key === 'string' ? this.key(key) : '', undefined)
      if (typeof key !== 'string') entry.keyNode = this.child(index, key)
      entry.value = this.child(index, step.value[1])
    }
    return made
  }

  set(value, size, deep) {
    const made = node('set')
    const name = className(value)
    if (name !== 'Set') made.text = name
    if (!this.open(made, size, deep)) return made
    const values = setValues(value)
    for (let step = setIteratorNext(values); !step.done; step = setIteratorNext(values)) {
      if (this.full(made)) break
      this.entry(made, '' + made.children.length, this.child(made.children.length, step.value))
    }
    return made
  }
}

// Assigning to an instance must not find setters that a cell put on `Object.prototype`.
setPrototypeOf(Previewer.prototype, null)

const noneSkipped = () => false
const isErrorPart = (key) => key === 'name' || key === 'message' || key === 'stack'
const isIndexLike = (key) => typeof key === 'string' && charCodeAt(key, 0) > 47 && charCodeAt(key, 0) < 58

/** What `match` and `exec` give back: the text that was searched is known to whoever searched it. */
const isMatch = (value) => hasOwn(value, 'index') && hasOwn(value, 'input') && hasOwn(value, 'groups')
const skippedOfMatch = (key) => isIndexLike(key) || key === 'input'

const accessorName = (descriptor) =>
  descriptor.get === undefined ? 'Setter' : descriptor.set === undefined ? 'Getter' : 'Getter/Setter'

/** How many items from `i` on are missing. `index` keeps the array's keys, once they were needed. */
const holes = (value, i, index) => {
  let at = i
  while (at < value.length && at - i < 1000 && !hasOwn(value, at)) at += 1
  if (at - i < 1000 || at === value.length) return at - i
  if (index.keys === undefined) index.keys = ownKeys(value)
  // Index keys come first, in order.
  let low = 0
  let high = index.keys.length
  while (low < high) {
    const middle = floor((low + high) / 2)
    if (isIndexLike(index.keys[middle]) && +index.keys[middle] < at) low = middle + 1
    else high = middle
  }
  const next = index.keys[low]
  return (isIndexLike(next) ? min(+next, value.length) : value.length) - i
}

const emptyNode = (count) => {
  const made = leaf('other', count === 1 ? 'empty' : 'empty × ' + count)
  made.size = count
  return made
}

const DOMExceptionPrototype = DOMException.prototype
const domErrorParts = setPrototypeOf({}, null)
domErrorParts.name = uncurry(getOwnPropertyDescriptor(DOMExceptionPrototype, 'name').get)
domErrorParts.message = uncurry(getOwnPropertyDescriptor(DOMExceptionPrototype, 'message').get)
/** A part of a DOMException, whose parts are getters; undefined for everything else. */
const domError = (value, part) =>
  inherits(value, DOMExceptionPrototype) && !hasOwn(value, part)
    ? attempt(domErrorParts[part], value)
    : undefined

const errorMessage = (value) => {
  const message = domError(value, 'message') ?? chainData(value, 'message')
  return typeof message === 'string' ? message : ''
}

/** An error's name; of a class that sets none, the name of the class. */
const errorTitle = (value) => {
  const name = domError(value, 'name') ?? chainData(value, 'name')
  if (typeof name !== 'string' || name === '') return 'Error'
  const maker = className(value)
  const inherited = !hasOwn(value, 'name') && maker !== '' && maker !== name
  return inherited && intrinsicErrorName(getPrototypeOf(getPrototypeOf(value))) === name
    ? maker
    : clip(name, MOST_NAME)
}

/** The name that an error gets from the language, when no class in between gives it another. */
const intrinsicErrorName = (prototype) => {
  for (let at = prototype, depth = 0; at !== null && !isProxy(at) && depth < 8; depth += 1) {
    const name = ownData(at, 'name')
    if (name !== undefined) return inherits(at, ErrorPrototype) || at === ErrorPrototype ? name : undefined
    at = getPrototypeOf(at)
  }
  return undefined
}

/** The result of a brand-checked getter, or undefined for an object that only pretends. */
const attempt = (getter, value) => {
  try {
    return getter(value)
  } catch {
    return undefined
  }
}

const flagsOf = (value) => {
  let flags = ''
  for (let i = 0; i < REGEXP_FLAGS.length; i += 1) if (REGEXP_FLAGS[i][1](value)) flags += REGEXP_FLAGS[i][0]
  return flags
}

const numberValue = uncurry(Number.prototype.valueOf)
const stringValue = uncurry(String.prototype.valueOf)
const booleanValue = uncurry(Boolean.prototype.valueOf)
const BOXES = setPrototypeOf(
  [
    [Number.prototype, numberValue, 'Number'],
    [String.prototype, stringValue, 'String'],
    [Boolean.prototype, booleanValue, 'Boolean'],
    [BigInt.prototype, uncurry(BigInt.prototype.valueOf), 'BigInt'],
    [Symbol.prototype, uncurry(Symbol.prototype.valueOf), 'Symbol'],
  ],
  null,
)
const primitiveText = (value) => {
  switch (typeof value) {
    case 'string':
      return stringify(clip(value, MOST_NAME))
    case 'symbol':
      return clip(symbolToString(value), MOST_NAME)
    case 'bigint':
      return value < MOST_SHOWN_BIGINT && value > -MOST_SHOWN_BIGINT
        ? bigintToString(value) + 'n'
        : 'over 400 digits'
    default:
      return value === 0 && 1 / value < 0 ? '-0' : '' + value
  }
}

const BUFFERS = setPrototypeOf(
  [
    [BufferPrototype, bufferLength, 'ArrayBuffer'],
    [
      SharedArrayBuffer.prototype,
      uncurry(getOwnPropertyDescriptor(SharedArrayBuffer.prototype, 'byteLength').get),
      'SharedArrayBuffer',
    ],
    [DataView.prototype, uncurry(getOwnPropertyDescriptor(DataView.prototype, 'byteLength').get), 'DataView'],
  ],
  null,
)

/** What `new Number(1)` and the like hold; undefined for all else. */
const unboxedPrimitive = (value, prototype) => {
  for (let i = 0; i < BOXES.length; i += 1) {
    const inner = BOXES[i][0] === prototype ? attempt(BOXES[i][1], value) : undefined
    if (inner !== undefined) return inner
  }
  return undefined
}

const boxedText = (value, prototype) => {
  for (let i = 0; i < BOXES.length; i += 1) {
    if (BOXES[i][0] !== prototype) continue
    const inner = attempt(BOXES[i][1], value)
    if (inner === undefined) continue
    return '[' + BOXES[i][2] + ': ' + primitiveText(inner) + ']'
  }
  return undefined
}
