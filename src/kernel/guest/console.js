// `console`: every line goes to the host at once, as value trees; the host turns them into text.

let consoleOn = true
/** Characters of one argument that reach the host. */
let lineChars = 4000
let indent = 0
const counts = new MapCtor()

const MOST_ARGUMENTS = 100
const timers = new MapCtor()

const write = (level, method, args) => {
  if (!consoleOn) return
  const line = setPrototypeOf({}, null)
  line.level = level
  line.method = method
  line.indent = indent
  line.args = list()
  for (let i = 0; i < args.length && i < MOST_ARGUMENTS; i += 1) {
    const walker = new Previewer(method === 'table' ? 2000 : 400, lineChars, method === 'table' ? 3 : 6, 100)
    push(line.args, walker.of(args[i]))
  }
  if (args.length > MOST_ARGUMENTS)
    push(line.args, leaf('other', '… ' + (args.length - MOST_ARGUMENTS) + ' more arguments'))
  host.log(encode(line))
}

const label = (value) => (value === undefined ? 'default' : StringOf(value))

const writeTime = (name, args) => {
  const since = mapGet(timers, name)
  const said = one(
    name +
      ': ' +
      (clock !== 'recorded'
        ? 'not measured, cells have no clock'
        : since === undefined
          ? 'not started'
          : host.now() - since + ' ms'),
  )
  for (let i = 0; i < args.length; i += 1) push(said, args[i])
  write('log', 'log', said)
}

const makeConsole = () => {
  const methods = {
    __proto__: null,
    log: (...args) => write('log', 'log', args),
    info: (...args) => write('info', 'log', args),
    warn: (...args) => write('warn', 'log', args),
    error: (...args) => write('error', 'log', args),
    debug: (...args) => write('debug', 'log', args),
    trace: (...args) => write('debug', 'log', args),
    dir: (value) => write('log', 'log', one(value)),
    dirxml: (...args) => write('log', 'log', args),
    table: (...args) => write('log', 'table', args),
    assert: (condition, ...args) => {
      if (condition) return
      const first = typeof args[0] === 'string'
      const said = one(
        args.length === 0 ? 'Assertion failed' : first ? 'Assertion failed: ' + args[0] : 'Assertion failed:',
      )
      for (let i = first ? 1 : 0; i < args.length; i += 1) push(said, args[i])
      write('error', 'log', said)
    },
    count: (name) => {
      const key = label(name)
      const count = (mapGet(counts, key) ?? 0) + 1
      mapSet(counts, key, count)
      write('log', 'log', one(key + ': ' + count))
    },
    countReset: (name) => {
      mapDelete(counts, label(name))
    },
    group: (...args) => {
      if (args.length > 0) write('log', 'log', args)
      indent = min(indent + 1, 20)
    },
    groupCollapsed: (...args) => {
      if (args.length > 0) write('log', 'log', args)
      indent = min(indent + 1, 20)
    },
    groupEnd: () => {
      indent = max(indent - 1, 0)
    },
    time: (name) => {
      if (clock === 'recorded') mapSet(timers, label(name), host.now())
    },
    timeLog: (name, ...args) => writeTime(label(name), args),
    timeEnd: (name) => {
      writeTime(label(name), list())
      mapDelete(timers, label(name))
    },
    clear: () => undefined,
  }
  const made = {}
  const names = ownKeys(methods)
  for (let i = 0; i < names.length; i += 1) hide(made, names[i], methods[names[i]])
  defineProperty(made, toStringTag, { value: 'console', configurable: true, __proto__: null })
  return made
}
