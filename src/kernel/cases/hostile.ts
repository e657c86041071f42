/** A program that tries to harm the kernel. */
export interface HostileProgram {
  id: string
  code: string
  /**
   * What it breaks stays broken for cells, as it should: the checkpoint before it is restored after the cells that
   * follow it, so that the next one finds everything whole.
   */
  undo?: true
}

const program = (id: string, code: string): HostileProgram => ({ id, code })

const DYNAMIC_CODE = [
  program('eval', 'eval("globalThis.fromEval = typeof host")'),
  program('indirect eval', '(0, eval)("var fromIndirect = 1; let lexicalFromIndirect = 2")'),
  program('eval of a name in its dead zone', '(0, eval)("throw 1; let poisonedByEval = 1")'),
  program('Function', 'new Function("return this")().fromFunction = 1'),
  program('sloppy Function', 'Function("undeclaredBySloppy = 1; return (function () { return this })()")()'),
  program('AsyncFunction', 'await (async () => {}).constructor("return typeof process")()'),
  program('GeneratorFunction', '(function* () {}).constructor("yield* [1, 2]")().next()'),
  program('AsyncGeneratorFunction', 'await (async function* () {}).constructor("yield 1")().next()'),
  program('Reflect.construct', 'Reflect.construct(Function, ["return 1"], class X {})'),
  program('bound Function', 'Function.bind(null, "return 1")()()'),
  program('class extends Function', 'new (class extends Function {})("return globalThis")().viaClass = 1'),
  program('constructor of the console', 'console.log.constructor("return globalThis")().viaConsole = 1'),
  program('constructor of a tool', 'tools.echo.constructor("return arguments.callee.caller")()'),
  program('constructor of a literal', '[].constructor.constructor("return globalThis")()'),
  program('a function body that closes itself', 'new Function("}, globalThis.escaped = 1, function () {")'),
  program('a cell that closes its wrapper', '} ; globalThis.escaped = 1 ; {'),
  program('a comment that never ends', '1 /* globalThis.escaped = 1'),
  program('a break to a label of the kernel', 'break cell'),
  program('eval of a cell', 'eval("```ts\\nreturn 1\\n```")'),
  program(
    'import of everything',
    'await Promise.allSettled(["fs", "node:fs", "std", "os", "qjs:std", "data:text/javascript,1", "blob:x", "http://x/y.js", "", "../../../etc/passwd"].map((n) => import(n)))',
  ),
  program(
    'import of odd specifiers',
    'await Promise.allSettled([{ toString() { throw 1 } }, Symbol("x"), null, 5, "\\u0000", "x".repeat(1e6)].map((n) => import(n)))',
  ),
  program(
    'a source map and strict comments',
    '"use strict"; //# sourceURL=backstep\nthrow new Error("named like the kernel")',
  ),
]

const FIELDS =
  'get set value writable enumerable configurable name message stack cause errors type text size children extra tail key keyNode truncated kind ok pending level method indent args tool tools shown resolve reject id done next return then toJSON length constructor prototype thrown makers maps more notes unfit map clobbered dialect captureConsole clock seed resultChars consoleChars nodes chars depth items objects keys'

const PROTOTYPES = [
  program(
    'setters on Object.prototype named like our fields',
    `for (const k of '${FIELDS}'.split(' ').reverse()) Object.defineProperty(Object.prototype, k, { __proto__: null, set(v) { (globalThis.sets ??= []).push(k) }, get: undefined, configurable: true }); console.log({ a: [1] }); ({ b: new Map([[1, 2]]) })`,
  ),
  program(
    'getters on Object.prototype named like our fields',
    `for (const k of '${FIELDS}'.split(' ').filter((k) => k !== 'then').reverse()) Object.defineProperty(Object.prototype, k, { __proto__: null, get() { throw new Error('our field ' + k) }, configurable: true }); console.log({ a: [1] }); tools.echo({ c: 1 }).catch(() => 0)`,
  ),
  program(
    'values on Object.prototype',
    `Object.prototype.get = () => 5; Object.prototype.set = () => 6; Object.prototype.enumerable = true; Object.prototype.value = 7; Object.prototype.cause = 8; [1].map((x) => x)`,
  ),
  program(
    'then on Object.prototype',
    'Object.prototype.then = function (resolve) { resolve({ value: "forged" }) }',
  ),
  program('then that never settles', 'Object.prototype.then = function () {}; await tools.echo({})'),
  program(
    'then as a getter',
    'Object.defineProperty(Object.prototype, "then", { get() { throw new Error("then") }, configurable: true })',
  ),
  program(
    'then made permanent',
    'Object.defineProperty(Object.prototype, "then", { value: () => {}, configurable: false })',
  ),
  program(
    'value as a setter',
    'Object.defineProperty(Object.prototype, "value", { set() {}, get() { return "forged" }, configurable: true }); 1',
  ),
  program(
    'value made permanent',
    'Object.defineProperty(Object.prototype, "value", { get() { return "forged" }, configurable: false }); 1',
  ),
  program(
    'setters on indexes of Array.prototype',
    'for (let i = 0; i < 50; i++) Object.defineProperty(Array.prototype, i, { set(v) { globalThis.stolen = v }, get() { return "proto" }, configurable: true }); console.log([1, [2]]); [[1], { a: [2] }, typeof stolen]',
  ),
  program(
    'setters on indexes of Object.prototype',
    'for (let i = 0; i < 50; i++) Object.defineProperty(Object.prototype, i, { set(v) { globalThis.stolen = v }, get() { return "proto" }, configurable: true }); console.log([1, [2]]); [[1], { a: [2] }, typeof stolen]',
  ),
  program(
    'another prototype for arrays',
    'Object.setPrototypeOf(Array.prototype, new Proxy({}, { set() { throw 1 }, get() { throw 2 }, has() { throw 3 } })); console.log([1]); [1, [2]]',
  ),
  program(
    'Promise.prototype.then',
    'Promise.prototype.then = () => { throw new Error("then") }; Promise.prototype.catch = Promise.prototype.finally = null',
  ),
  program('Promise.prototype.constructor', 'Promise.prototype.constructor = null'),
  program(
    'Promise.prototype.constructor as a trap',
    'Object.defineProperty(Promise.prototype, "constructor", { get() { throw new Error("constructor") }, configurable: true })',
  ),
  program(
    'Promise[Symbol.species]',
    'Object.defineProperty(Promise, Symbol.species, { get() { return class { constructor(f) { f(() => {}, () => {}) } } } })',
  ),
  program(
    'static methods of Promise',
    'Promise.resolve = Promise.reject = Promise.all = Promise.race = () => { throw new Error("static") }',
  ),
  program('Promise itself', 'globalThis.Promise = class { then() {} }'),
  program(
    'Array methods',
    'for (const k of Object.getOwnPropertyNames(Array.prototype)) if (!["length", "constructor"].includes(k)) Array.prototype[k] = () => { throw new Error(k) }',
  ),
  program(
    'Symbol.iterator of arrays',
    'Array.prototype[Symbol.iterator] = function () { throw new Error("iterator") }; Array.prototype.values = null',
  ),
  program(
    'iterator prototypes',
    'for (const i of [new Map().entries(), new Set().values(), [].values(), "".matchAll(/x/g)]) Object.getPrototypeOf(i).next = () => { throw new Error("next") }',
  ),
  program(
    'Function.prototype',
    'Function.prototype.call = Function.prototype.apply = Function.prototype.bind = () => { throw new Error("function") }; Object.defineProperty(Function.prototype, Symbol.hasInstance, { value: 5 })',
  ),
  program(
    'String.prototype',
    'for (const k of Object.getOwnPropertyNames(String.prototype)) if (!["length", "constructor"].includes(k)) String.prototype[k] = () => { throw new Error(k) }',
  ),
  program('JSON', 'JSON.stringify = JSON.parse = () => "forged"; globalThis.JSON = null'),
  program(
    'Reflect and Object',
    'for (const o of [Reflect, Object]) for (const k of Reflect.ownKeys(o)) { try { o[k] = () => { throw new Error(String(k)) } } catch {} }',
  ),
  program(
    'Map, Set and weak collections',
    'for (const C of [Map, Set, WeakMap, WeakSet]) { C.prototype.get = C.prototype.set = C.prototype.has = C.prototype.add = C.prototype.delete = C.prototype.clear = null }',
  ),
  program(
    'Map and Proxy themselves',
    'globalThis.Map = globalThis.Set = globalThis.WeakMap = globalThis.Proxy = globalThis.Symbol = globalThis.Reflect = undefined',
  ),
  program(
    'Error',
    'Error.prototype.name = { toString() { throw 1 } }; Error.prototype.message = () => {}; Error.captureStackTrace = null; globalThis.Error = globalThis.TypeError = class {}',
  ),
  program(
    'stack introspection',
    'const E = (() => { try { null.x } catch (e) { return Object.getPrototypeOf(e).constructor } })(); E.prepareStackTrace = (e, sites) => { globalThis.sites = sites.map((s) => s.getFunction()) }; Object.getPrototypeOf(E).prepareStackTrace = E.prepareStackTrace; E.stackTraceLimit = { valueOf() { globalThis.sites = [] } }; await tools.fail({ message: "m" }).catch((e) => e.stack); if (typeof sites !== "undefined") throw "reached the guest"',
  ),
  program(
    'Math, Number, BigInt and Date',
    'Math.imul = Math.floor = Math.min = Math.max = Math.random = null; Number.prototype.valueOf = BigInt.prototype.toString = Date.prototype.toISOString = null; globalThis.Date = null',
  ),
  program(
    'typed arrays and buffers',
    'Object.defineProperty(Object.getPrototypeOf(Uint8Array.prototype), "length", { get() { throw 1 } }); Object.defineProperty(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag, { get() { throw 1 } }); new Uint8Array(2)',
  ),
  program(
    'RegExp',
    'RegExp.prototype.exec = RegExp.prototype.test = RegExp.prototype[Symbol.replace] = null; Object.defineProperty(RegExp.prototype, "flags", { get() { throw 1 } }); /x/g',
  ),
  program(
    'console methods',
    'for (const k of Reflect.ownKeys(console)) { try { console[k] = () => { throw new Error("console") } } catch {} }',
  ),
]

const GLOBAL_OBJECT = [
  program('frozen global object', 'Object.freeze(globalThis)'),
  program('frozen by a proxy', 'Object.freeze(new Proxy(globalThis, {}))'),
  program(
    'tools made permanent',
    'Object.defineProperty(globalThis, "tools", { value: null, configurable: false, writable: false })',
  ),
  program(
    'tools as a trap',
    'Object.defineProperty(globalThis, "tools", { get() { throw new Error("trap") }, configurable: true })',
  ),
  program('tools deleted', 'delete globalThis.tools'),
  program('tools assigned', 'tools = { echo: () => "forged" }'),
  program('tools declared', 'const tools = { echo: () => "forged" }'),
  program('console deleted', 'delete globalThis.console; delete globalThis.performance'),
  program('globalThis assigned', 'globalThis.globalThis = { tools: null }; this.globalThis = 5'),
  program('globalThis put back', 'this.globalThis = this'),
  program(
    'a forest of getters',
    'for (let i = 0; i < 2000; i++) Object.defineProperty(this, "trap" + i, { get() { throw new Error("trap " + i) }, enumerable: true, configurable: true })',
  ),
  program('the forest cut down', 'for (let i = 0; i < 2000; i++) delete this["trap" + i]'),
  program(
    'permanent names',
    'Object.defineProperty(this, "permanent", { value: 1, configurable: false, writable: false }); Object.defineProperty(this, "running", { get() { throw 1 } })',
  ),
  program(
    'names of the guest',
    'for (const n of ["host", "waiting", "settle", "begin", "watch", "report", "encode", "stringify", "baseline", "kinds", "proxies"]) this[n] = () => { throw new Error(n) }',
  ),
  program(
    'another prototype for the global object',
    'this.protoWas = Object.getPrototypeOf(this); Object.setPrototypeOf(this, new Proxy({}, { has() { throw new Error("has") }, get() { throw new Error("get") }, getOwnPropertyDescriptor() { throw new Error("own") } }))',
  ),
  program('that prototype put back', 'Object.setPrototypeOf(this, this.protoWas)'),
  program(
    'undefined and NaN assigned',
    'try { undefined = 1 } catch {} try { NaN = 1 } catch {} try { Infinity = 1 } catch {}',
  ),
]

const STORMS = [
  program('a storm of microtasks', '(function f() { queueMicrotask(f) })(); 1'),
  program('storms side by side', 'for (let i = 0; i < 100; i++) (async () => { for (;;) await null })(); 1'),
  program(
    'more storms than are ended one by one',
    'for (let i = 0; i < 3000; i++) (async () => { for (;;) await null })(); 1',
  ),
  program('a storm behind the end', 'Promise.resolve().then(() => { for (;;) {} }); 1'),
  program('a thenable that resolves itself', 'const t = { then(r) { r(t) } }; await t'),
  program('a promise chain without end', 'await (async function f() { await null; return f() })()'),
  program('endless generator', 'const g = (function* () { for (;;) yield 1 })(); for (const x of g) {}'),
  program('endless async generator', 'for await (const x of (async function* () { for (;;) yield 1 })()) {}'),
  program(
    'generator that cannot be closed',
    'function* g() { try { yield 1 } finally { for (;;) {} } } for (const x of g()) break',
  ),
  program('generator re-entered', 'const r = (function* () { r.next() })(); r.next()'),
  program('10,000 calls not awaited', 'for (let i = 0; i < 10000; i++) tools.echo(i).catch(() => 0); 1'),
  program(
    'calls that call again when aborted',
    'const again = () => tools.never().catch(again); for (let i = 0; i < 10; i++) again(); 1',
  ),
  program(
    'finalizers that call',
    'const fr = new FinalizationRegistry(() => { tools.echo("from a finalizer").catch(() => 0); console.log("finalizer") }); for (let i = 0; i < 100; i++) fr.register({}, i); 1',
  ),
  program(
    'finalizers that never end',
    'const endless = new FinalizationRegistry(() => { for (;;) {} }); endless.register({}, 1); 1',
  ),
  program(
    'finalizers that throw',
    'const throwing = new FinalizationRegistry(() => { throw new Error("finalizer") }); throwing.register({}, 1); 1',
  ),
  program(
    'weak references in a circle',
    'let w = {}; w.ref = new WeakRef(w); const ref = w.ref; w = null; ref.deref()',
  ),
  program('console flood', 'for (let i = 0; i < 3000; i++) console.log("x".repeat(100), { i })'),
  program('console flood of nothing', 'for (let i = 0; i < 20000; i++) console.log("")'),
  program('an evil regular expression', '/^(a+)+$/.test("a".repeat(50) + "!")'),
  program('an evil replacement', '"a".repeat(1000).replace(/(a*)*b/g, "$1")'),
]

const NESTING = [
  program('recursion', '(function f() { f() })()'),
  program('recursion by getters', '{ const o = { get x() { return this.x } }; o.x }'),
  program('recursion by proxies', 'new Proxy({}, { get(t, k, r) { return r[k] } }).x'),
  program('recursion in toString', 'String({ toString() { return String(this) } })'),
  program('recursion in a sort', '[1, 2].sort(function f() { return [1, 2].sort(f) })'),
  program('deep JSON text', 'eval("[".repeat(5000))'),
  program('deep parentheses', 'eval("(".repeat(30000) + "1" + ")".repeat(30000))'),
  program('deep template', 'eval("`${".repeat(3000) + "1" + "}`".repeat(3000))'),
  program('deep ternaries', 'eval("1?".repeat(20000) + "1" + ":1".repeat(20000))'),
  program('deep functions', 'eval("(()=>".repeat(3000) + "1" + ")".repeat(3000))'),
  program('deep list to text', '{ let n = []; for (let i = 0; i < 50000; i++) n = [n]; "" + n }'),
  program('deep list as the value', '{ let m = []; for (let i = 0; i < 50000; i++) m = [m]; m }'),
  program(
    'deep list as an input',
    '{ let k = []; for (let i = 0; i < 50000; i++) k = [k]; await tools.echo(k) }',
  ),
  program('deep proxies', '{ let q = {}; for (let i = 0; i < 20000; i++) q = new Proxy(q, {}); q.missing }'),
  program('deep prototypes', '{ let d = {}; for (let i = 0; i < 50000; i++) d = Object.create(d); d }'),
  program(
    'deep bound functions',
    '{ let b = () => 1; for (let i = 0; i < 20000; i++) b = (() => { const inner = b; return () => inner() })(); b() }',
  ),
  program(
    'deep promise',
    '{ let pr = null; for (let i = 0; i < 5000; i++) { const inner = pr; pr = (async () => inner)() } await pr }',
  ),
  program(
    'deep causes',
    '{ let c = {}; for (let i = 0; i < 5000; i++) { try { null.x } catch (e) { e.cause = c; c = e } } throw c }',
  ),
  program('deep regular expression', 'eval("/" + "(".repeat(5000) + "a" + ")".repeat(5000) + "/")'),
  program(
    'destructuring without end',
    '{ let dd; eval("[".repeat(3000) + "dd" + "]".repeat(3000) + " = []") }',
  ),
]

const MEMORY = [
  program('memory by arrays', 'const hog = []; for (;;) hog[hog.length] = [1, 2, 3, 4, 5, 6, 7, 8]'),
  program('memory by buffers', 'const bufs = []; for (;;) bufs[bufs.length] = new Uint8Array(1e6)'),
  program('memory by one buffer', 'new Uint8Array(2 ** 30)'),
  program('memory by a text', 'const parts = []; for (let i = 0; ; i++) parts[i] = "text ".repeat(1000) + i'),
  program(
    'memory caught',
    'try { const l = []; for (;;) l[l.length] = new Uint8Array(1e6) } catch { "caught" }',
  ),
  program(
    'memory caught and kept',
    'globalThis.l = []; try { for (;;) l[l.length] = new Uint8Array(1e6) } catch { "caught" }',
  ),
  program(
    'memory in a finally',
    'const f = []; const grow = () => { try { for (;;) f[f.length] = new Uint8Array(1e6) } finally { for (;;) f[f.length] = {} } }; grow()',
  ),
  program(
    'memory in a microtask',
    'const mt = []; (async () => { await null; for (;;) mt[mt.length] = new Uint8Array(1e6) })(); 1',
  ),
  program(
    'memory after a call',
    'await tools.echo(1); const after = []; for (;;) after[after.length] = new Uint8Array(1e6)',
  ),
  program(
    'memory by symbols',
    'const syms = {}; for (let i = 0; ; i++) syms["a name that is new each time " + i] = i',
  ),
]

const RESULTS = [
  program(
    'a value full of traps',
    '({ get a() { globalThis.trapped = 1 }, toJSON() { globalThis.trapped = 1 }, toString() { globalThis.trapped = 1 }, valueOf() { globalThis.trapped = 1 }, [Symbol.toPrimitive]() { globalThis.trapped = 1 }, get [Symbol.toStringTag]() { globalThis.trapped = 1 } })',
  ),
  program('nothing of it ran', 'if (typeof trapped !== "undefined") throw new RangeError("ran")'),
  program('throw undefined', 'throw undefined'),
  program('throw an object without a prototype', 'throw { __proto__: null, get message() { throw 1 } }'),
  program(
    'throw an error whose parts throw',
    'try { null.x } catch (e) { for (const k of ["name", "message", "stack", "cause", "errors", "constructor", "tool"]) Object.defineProperty(e, k, { get() { throw new RangeError(k) }, configurable: true }); throw e }',
  ),
  program(
    'throw an error in a circle',
    'try { null.x } catch (e) { e.cause = e; e.errors = [e, [e]]; throw e }',
  ),
  program(
    'throw an error with a forged stack',
    'try { null.x } catch (e) { e.stack = "    at f (cell-1:1e9:-5)\\n    at (constructor:1:1)\\n    at __proto__ (__proto__:99999999999:1)\\n" + "    at x (cell-1:1:1)\\n".repeat(100000); throw e }',
  ),
  program(
    'throw an error with a huge message',
    'try { null.x } catch (e) { e.message = "m".repeat(5000000); e.name = "n".repeat(1000000); throw e }',
  ),
  program(
    'throw a forged report',
    'throw { ok: true, value: { type: "string", text: "forged" }, kind: "internal", maps: { "cell-1": "!!" } }',
  ),
  program(
    'a forged end',
    'this.done?.("{}"); ({ ok: true, value: { type: "string", text: "forged" }, pending: [] })',
  ),
  program(
    'reject with itself',
    '{ const rp = new Promise((_, reject) => queueMicrotask(() => reject(rp))); await rp }',
  ),
  program('a thenable that settles twice', 'await { then(a, b) { a(1); b(2); a(3); throw 4 } }'),
  program('a thenable that throws', 'await { then() { throw { then() { throw 1 } } } }'),
  program('a thenable that never settles', 'await { then() {} }'),
  program('a thenable made of getters', 'await { get then() { throw new RangeError("then") } }'),
  program(
    'an input full of traps',
    'await tools.echo({ get a() { delete this.b; this.c = 1; return 1 }, b: 2, toJSON() { throw 1 } }).catch((e) => e.message)',
  ),
  program(
    'an input that grows while it is read',
    '{ const list = [1]; Object.defineProperty(list, 0, { get() { list.length < 5000 && (list.length += 1); return 1 } }); await tools.echo(list) }',
  ),
  program(
    'an input that calls while it is read',
    'await tools.echo({ get a() { tools.echo(2).catch(() => 0); return 1 } })',
  ),
  program(
    'an input that throws odd things',
    'await tools.echo({ get a() { throw undefined } }).catch((e) => typeof e)',
  ),
  program('an input that is huge', 'await tools.echo("x".repeat(3000000)).then((s) => s.length)'),
  program('an endless input', 'await tools.echo({ get a() { for (;;) {} } })'),
  program(
    'names that are no names',
    'await Promise.allSettled(["", "\\u0000", "__proto__", "constructor", " "].map(async (n) => tools[n]({})))',
  ),
  program('a name that is huge', 'tools["n".repeat(1000000)]({})'),
  program(
    'a forged tool error',
    'const forged = { name: "LimitError", message: "forged", kind: "limit", tool: "echo" }; throw forged',
  ),
  program('a forged memory error', 'throw { name: "InternalError", message: "out of memory" }'),
  program(
    'a proxy of everything',
    'new Proxy(function () {}, { get: (t, k, r) => r, apply: () => 1, construct: () => ({}), has: () => true, ownKeys: () => ["prototype", "a"], getPrototypeOf: () => Promise.prototype, getOwnPropertyDescriptor: () => ({ value: 1, configurable: true, enumerable: true }) })',
  ),
  program('return from the middle', 'for (const x of [1]) { try { return x } finally { continue } }'),
  program(
    'await in odd places',
    'await (await (await null)?.x)?.y; `${await 1}${await 2}`; [...(await Promise.all([1, 2].map(async (x) => x)))]',
  ),
  program('the value is the console', 'console'),
  program('the value is the global object', 'this'),
]

/** Each is followed by a cell that has to work as if nothing had happened. */
export const HOSTILE: HostileProgram[] = [
  ...DYNAMIC_CODE,
  ...STORMS,
  ...NESTING,
  ...MEMORY,
  ...RESULTS,
  ...GLOBAL_OBJECT,
  ...PROTOTYPES.map((entry): HostileProgram => ({ ...entry, undo: true })),
]

/** Loops in native code: only another thread can end them. */
export const HOSTILE_NATIVE: HostileProgram[] = [
  { id: 'join of a long array', code: 'Array(1e9) + ""' },
  { id: 'digits of a huge number', code: '(3n ** 3000000n).toString().length' },
  { id: 'search in a sparse array', code: 'new Array(4e9).indexOf(1)' },
  { id: 'reversal of a sparse array', code: 'const sparse = []; sparse[4e9] = 1; sparse.reverse(); 1' },
  { id: 'power of a huge number', code: '7n ** 20000000n; 1' },
]
