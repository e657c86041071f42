import variant from '@jitl/quickjs-ng-wasmfile-release-sync'
import {
  newQuickJSWASMModuleFromVariant,
  type QuickJSContext,
  type QuickJSWASMModule,
} from 'quickjs-emscripten-core'
import { type CompileResult, compileCell, compileModule, originalPosition, type Position } from './index.ts'

/** What one cell did in the engine, for tests. */
export interface Ran {
  value: unknown
  error: { name: string; message: string; stack: string } | null
  /** Of the innermost frame, in the cell's text. */
  at: Position | null
  compiled: CompileResult
}

const ASYNC_STRICT = (1 << 7) | (1 << 3)
let engine: QuickJSWASMModule | null = null

/** Cells in one bare engine, one after the other. */
export class Bench {
  private constructor(
    private readonly context: QuickJSContext,
    private readonly modules: Record<string, string>,
  ) {}

  private cells = 0

  static async open(modules: Record<string, string> = {}): Promise<Bench> {
    engine ??= await newQuickJSWASMModuleFromVariant(variant)
    const runtime = engine.newRuntime()
    runtime.setModuleLoader((name) => {
      const source = modules[name]
      if (source === undefined) return { error: new Error(`no module ${name}`) }
      const compiled = compileModule(source, name)
      if (!compiled.ok) return { error: new SyntaxError(compiled.error.message) }
      return compiled.script
    })
    return new Bench(runtime.newContext(), modules)
  }

  run(source: string): Ran {
    const compiled = compileCell(source, { modules: Object.keys(this.modules) })
    if (!compiled.ok) {
      const { name, message, line, column } = compiled.error
      const at = line === undefined || column === undefined ? null : { line, column }
      return { value: undefined, error: { name, message, stack: '' }, at, compiled }
    }
    return {
      ...this.evaluate(compiled.compiled.script, (line, column) =>
        originalPosition(compiled.compiled.map, line, column),
      ),
      compiled,
    }
  }

  /** Runs a script as it is. */
  evaluate(script: string, original: (line: number, column: number) => Position): Omit<Ran, 'compiled'> {
    const { context } = this
    const file = `cell-${++this.cells}`
    const failed = (error: unknown): Omit<Ran, 'compiled'> => {
      const thrown: { name?: string; message?: string; stack?: string } =
        typeof error === 'object' && error !== null ? error : {}
      const { name = '', message = String(error), stack = '' } = thrown
      const frame = new RegExp(`${file}:(\\d+):(\\d+)`).exec(stack)
      return {
        value: undefined,
        error: { name, message, stack },
        at: frame ? original(Number(frame[1]), Number(frame[2])) : null,
      }
    }
    const result = context.evalCode(script, file, ASYNC_STRICT)
    if (result.error) {
      const error: unknown = context.dump(result.error)
      result.error.dispose()
      return failed(error)
    }
    let promise = result.value
    for (let round = 0; ; round++) {
      const jobs = context.runtime.executePendingJobs()
      if (jobs.error) jobs.error.dispose()
      const state = context.getPromiseState(promise)
      if (state.type === 'rejected') {
        const error: unknown = context.dump(state.error)
        state.error.dispose()
        promise.dispose()
        return failed(error)
      }
      if (state.type === 'pending') throw new Error('the cell waits for ever')
      if (state.notAPromise) {
        const value: unknown = context.typeof(promise) === 'function' ? '[Function]' : context.dump(promise)
        promise.dispose()
        return { value, error: null, at: null }
      }
      const inner = round === 0 ? context.getProp(state.value, 'value') : state.value
      if (round === 0) state.value.dispose()
      promise.dispose()
      promise = inner
    }
  }

  close(): void {
    this.context.dispose()
    this.context.runtime.dispose()
  }
}

/** Runs a test in a bench of its own, which is closed whatever happens. */
export async function withBench<T>(
  run: (bench: Bench) => T,
  modules: Record<string, string> = {},
): Promise<T> {
  const bench = await Bench.open(modules)
  try {
    return run(bench)
  } finally {
    bench.close()
  }
}
