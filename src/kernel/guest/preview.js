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

const functionName = (value) => {
  const name = ownData(value, 'name')
  return typeof name === 'string' ? name : ''
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
  return typeof tag === 'string' ? tag : name
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
        return leaf('symbol', symbolDescription(value) ?? '')
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
    if (typeof value === 'function') return this.callable(value)
    const deep = this.objects.length >= this.depth || this.nodes <= 0
    push(this.objects, value)
    const made = this.shape(value, deep)
    this.objects.length -= 1
    return made
  }

  callable(value) {
    return leaf(functionType(value), functionName(value))
  }

  shape(value, deep) {
    if (isArray(value)) return this.array(value, deep)
    const prototype = getPrototypeOf(value)
    if (prototype === ObjectPrototype || prototype === null) return this.record(value, node('object'), deep)
    if (isError(value)) return this.error(value, deep)
    const tag = typedArrayTag(value)
    if (tag !== undefined) return this.typedArray(value, tag)
    if (inherits(value, MapPrototype)) {
      const size = attempt(mapSize, value)
      if (size !== undefined) return this.map(value, size, deep)
    } else if (inherits(value, SetPrototype)) {
      const size = attempt(setSize, value)
      if (size !== undefined) return this.set(value, size, deep)
    } else if (inherits(value, DatePrototype)) {
      const time = attempt(dateValue, value)
      if (time !== undefined) return leaf('date', time === time ? dateToIso(value) : 'Invalid Date')
    } else if (inherits(value, RegExpPrototype)) {
      const source = attempt(regexpSource, value)
      if (source !== undefined) return leaf('regexp', '/' + source + '/' + flagsOf(value))
    } else if (inherits(value, PromisePrototype)) {
      const state = host.promiseState(value)
      if (state !== '') {
        if (state === 'pending') push(this.pending, '$' + this.path(this.keys.length))
        return leaf('promise', state)
      }
    } else if (inherits(value, BufferPrototype)) {
      const bytes = attempt(bufferLength, value)
      if (bytes !== undefined) {
        const made = leaf('buffer', 'ArrayBuffer')
        made.size = bytes
        return made
      }
    }
    const boxed = boxedText(value, prototype)
    if (boxed !== undefined) return leaf('other', boxed)
    return this.record(value, leaf('instance', className(value)), deep)
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
    if (name !== '' && name !== 'Array') made.text = name
    for (let i = 0; i < value.length; i += 1) {
      if (this.full(made)) {
        this.tail(made, value, i)
        break
      }
      this.entry(made, '' + i, this.item(value, i))
    }
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
    if (descriptor === undefined) return leaf('other', 'empty')
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
      const shown = typeof key === 'symbol' ? '[' + symbolToString(key) + ']' : key
      if (hasOwn(descriptor, 'value')) this.entry(made, shown, this.child(key, descriptor.value))
      else this.entry(made, shown, leaf('getter', descriptor.get === undefined ? 'Setter' : 'Getter'))
    }
  }

  error(value, deep) {
    const name = chainData(value, 'name')
    const message = chainData(value, 'message')
    const title = typeof name === 'string' && name !== '' ? name : 'Error'
    const detail = typeof message === 'string' && message !== '' ? ': ' + slice(message, 0, 1000) : ''
    const made = leaf('error', title + detail)
    const keys = ownKeys(value)
    let size = 0
    const hidden = (key) => key === 'name' || key === 'message' || key === 'stack'
    for (let i = 0; i < keys.length; i += 1) if (!hidden(keys[i]) && isEnumerable(value, keys[i])) size += 1
    if (size > 0 && this.open(made, size, deep)) this.properties(value, made, keys, hidden)
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
      const entry = this.entry(made, typeof key === 'string' ? slice(key, 0, 200) : '', undefined)
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
  ],
  null,
)
const boxedText = (value, prototype) => {
  for (let i = 0; i < BOXES.length; i += 1) {
    if (BOXES[i][0] !== prototype) continue
    const inner = attempt(BOXES[i][1], value)
    if (inner === undefined) continue
    const text = typeof inner === 'string' ? stringify(slice(inner, 0, 200)) : '' + inner
    return '[' + BOXES[i][2] + ': ' + text + ']'
  }
  return undefined
}
