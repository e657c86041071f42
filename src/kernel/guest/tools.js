// The names under which cells see tools, by dialect.

const isIdentifier = (name) => pathStep(name) === '.' + name

/** Edits between two names, ignoring case. */
const distance = (a, b) => {
  let row = list()
  for (let j = 0; j <= b.length; j += 1) row[j] = j
  for (let i = 1; i <= a.length; i += 1) {
    const next = list()
    next[0] = i
    for (let j = 1; j <= b.length; j += 1) {
      const same = charCodeAt(a, i - 1) === charCodeAt(b, j - 1)
      next[j] = min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (same ? 0 : 1))
    }
    row = next
  }
  return row[b.length]
}

/** ' Did you mean x? Available: …' */
const suggestion = (name, names) => {
  if (names.length === 0) return ' No tools are configured.'
  let best = ''
  let least = 1 + floor(name.length / 2)
  const wanted = toLowerCase(slice(name, 0, 100))
  let all = ''
  for (let i = 0; i < names.length; i += 1) {
    const edits = distance(wanted, toLowerCase(names[i]))
    if (edits < least) {
      least = edits
      best = names[i]
    }
    if (i < 50) all += (i === 0 ? '' : ', ') + names[i]
  }
  if (names.length > 50) all += ', … ' + (names.length - 50) + ' more'
  return (best === '' ? '' : ' Did you mean ' + best + '?') + ' Available: ' + all + '.'
}

const unknownTool = (prefix, name, names) =>
  marked(
    hideName(
      new ErrorCtor('There is no tool ' + prefix + clip(name, 100) + '.' + suggestion(name, names)),
      'UnknownToolError',
    ),
    'unknown-tool',
  )
const hideName = (error, name) => {
  hide(error, 'name', name)
  return error
}

const toolFunction = (name, guestName) => {
  const call = { [guestName]: (input) => callTool(name, input) }[guestName]
  freeze(call)
  return call
}

let installed = list()
/** Names that are put back after every cell, whatever it did to them. */
let reliedOn = one('console')
const expose = (name, value) => {
  hide(globalThis, name, value)
  push(installed, name)
}

/** `names` as the tools are called, `shown` as cells see them. */
const installTools = (dialect, names, shown) => {
  for (let i = 0; i < installed.length; i += 1) delete globalThis[installed[i]]
  installed = list()
  reliedOn = one('console')
  if (dialect === 'tools') {
    push(reliedOn, 'tools')
    expose('tools', toolsNamespace(names, shown))
  } else if (dialect === 'external') {
    for (let i = 0; i < names.length; i += 1) {
      push(reliedOn, shown[i])
      expose(shown[i], toolFunction(names[i], shown[i]))
    }
  } else if (dialect === 'codeact') {
    const known = new MapCtor()
    for (let i = 0; i < names.length; i += 1) {
      mapSet(known, names[i], true)
      if (isIdentifier(names[i]) && !hasOwn(globalThis, names[i]))
        expose(names[i], toolFunction(names[i], names[i]))
    }
    push(reliedOn, 'callTool')
    expose('callTool', (name, input) => {
      const wanted = StringOf(name)
      if (!mapHas(known, wanted)) throw unknownTool('', wanted, names)
      return callTool(wanted, input)
    })
  }
}

const toolsNamespace = (names, shown) => {
  const functions = new MapCtor()
  for (let i = 0; i < names.length; i += 1) {
    const call = toolFunction(names[i], shown[i])
    if (!mapHas(functions, shown[i])) mapSet(functions, shown[i], call)
    mapSet(functions, names[i], call)
  }
  const refuse = () => {
    throw new TypeErrorCtor('tools is read-only: it cannot be assigned to. Use another name.')
  }
  const target = setPrototypeOf({}, null)
  for (let i = 0; i < shown.length; i += 1) {
    defineProperty(target, shown[i], {
      value: mapGet(functions, shown[i]),
      enumerable: true,
      configurable: true,
      writable: false,
      __proto__: null,
    })
  }
  return new RealProxy(target, {
    __proto__: null,
    get(_target, key) {
      const call = mapGet(functions, key)
      if (call !== undefined) return call
      // `then` has to be absent, or `await tools` would call it.
      if (typeof key !== 'string' || key === 'then' || key === 'toJSON') return undefined
      return () => {
        throw unknownTool('tools.', key, shown)
      }
    },
    has: (_target, key) => mapHas(functions, key),
    set: refuse,
    defineProperty: refuse,
    deleteProperty: refuse,
    setPrototypeOf: refuse,
    preventExtensions: refuse,
  })
}
