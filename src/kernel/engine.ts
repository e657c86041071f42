import variant from '@jitl/quickjs-ng-wasmfile-release-sync'
import type { QuickJSContext, QuickJSRuntime } from 'quickjs-emscripten-core'
import { newQuickJSWASMModuleFromVariant, newVariant } from 'quickjs-emscripten-core'
import { loadWasm } from './wasm.ts'

/**
 * One QuickJS instance whose boot is the same on every machine.
 *
 * The loader would write the language, the program's name, the zone and a clock-made random seed into memory;
 * images could then not be revived elsewhere. So the imports that read them are replaced. Their names are
 * minified: they hold for exactly this build, which is why the package is pinned and a test holds the hash of
 * the boot image.
 */
export interface Engine {
  runtime: QuickJSRuntime
  context: QuickJSContext
  /** The whole state of the interpreter. Take a fresh view after every engine call: growing detaches it. */
  memory: WebAssembly.Memory
  /** Address of the bottom of the (downward) stack while no call is under way. */
  stackTop: number
  /** Makes the memory at least `bytes` long; it never shrinks. */
  grow(bytes: number): void
  /**
   * Lets the heap take at most so many bytes from now on: what needs more fails in the guest, out of memory. The
   * engine's own limit cannot do this, since in this build it counts each allocation as eight bytes.
   */
  limitHeap(bytes: number): void
  /** How often the heap was refused more memory. */
  readonly refusals: number
  /** Whether an allocation of so many bytes would succeed now. */
  hasRoom(bytes: number): boolean
}

/** Names the interpreter build; images of another build are refused. */
export const ENGINE_ID = 'quickjs-ng-0.12.1/quickjs-emscripten-0.32.0'

/** Guest stack. From 256 KiB on, browsers' own stacks overflow first, in the middle of C code. */
const STACK_BYTES = 128 * 1024

const WASM_PAGE = 65_536
/** Memory is taken from the browser in such pieces. */
const GROW_BYTES = 2 ** 20

type ImportFunctions = Record<string, (...args: number[]) => unknown>

/** The build's minified import names, by what they do. */
const IMPORT = {
  environGet: 'e',
  environSizes: 'f',
  clockTime: 'q',
  dateNow: 'p',
  localTime: 'm',
  timeZone: 'n',
  resizeHeap: 'k',
} as const

const EXPORT = { stackPointer: 'Pa', malloc: 'w', free: 'N' } as const

export async function bootEngine(): Promise<Engine> {
  const wasm = await loadWasm()
  let resize: ((requested: number) => unknown) | undefined
  let exports: WebAssembly.Exports = {}
  /** Where the heap has to end. */
  let most = Number.POSITIVE_INFINITY
  let refusals = 0
  const memory = new WebAssembly.Memory({ initial: 256, maximum: 32_768 })

  const grow = (bytes: number): void => {
    const missing = bytes - memory.buffer.byteLength
    if (missing <= 0) return
    memory.grow(Math.ceil(missing / WASM_PAGE))
    // The loader's own views are detached now; asking for what is already there makes it take new ones.
    resize?.(memory.buffer.byteLength)
  }

  const instantiateWasm = (
    imports: { a: ImportFunctions },
    done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ): Record<string, never> => {
    resize = imports.a[IMPORT.resizeHeap]
    const fixed = {
      ...imports.a,
      ...fixedEnvironment(memory),
      // Asked for when the allocator's break passes the memory's end. The answer must depend on nothing but `most`.
      [IMPORT.resizeHeap]: (requested = 0) => {
        const end = requested >>> 0
        if (end > most) {
          refusals += 1
          return 0
        }
        try {
          const step = Math.max(GROW_BYTES, memory.buffer.byteLength >> 2)
          grow(Math.min(Math.ceil(end / step) * step, most))
          return 1
        } catch {
          // The browser has no more memory: the same to the guest as reaching its limit.
          return 0
        }
      },
    }
    void WebAssembly.instantiate(wasm, { a: fixed }).then((instance) => {
      exports = instance.exports
      done(instance, wasm)
    })
    return {}
  }

  const module = await newQuickJSWASMModuleFromVariant(
    newVariant(variant, {
      wasmMemory: memory,
      emscriptenModule: { thisProgram: 'backstep', instantiateWasm } as never,
    }),
  )
  const runtime = module.newRuntime()
  runtime.setMaxStackSize(STACK_BYTES)
  const context = runtime.newContext()

  const stackTop = (exports[EXPORT.stackPointer] as () => number)()
  const malloc = exports[EXPORT.malloc] as (bytes: number) => number
  const free = exports[EXPORT.free] as (address: number) => void
  return {
    runtime,
    context,
    memory,
    stackTop,
    grow,
    get refusals() {
      return refusals
    },
    limitHeap(bytes) {
      most = stackTop + bytes
    },
    hasRoom(bytes) {
      const address = malloc(bytes)
      if (address !== 0) free(address)
      return address !== 0
    },
  }
}

/** No environment, a clock that stands still, UTC. */
function fixedEnvironment(memory: WebAssembly.Memory): ImportFunctions {
  const view = () => new DataView(memory.buffer)
  return {
    [IMPORT.environGet]: () => 0,
    [IMPORT.environSizes]: (count = 0, size = 0) => {
      view().setUint32(count, 0, true)
      view().setUint32(size, 0, true)
      return 0
    },
    [IMPORT.clockTime]: (_clock, _precision, out = 0) => {
      view().setBigInt64(out, 0n, true)
      return 0
    },
    [IMPORT.dateNow]: () => 0,
    [IMPORT.localTime]: (low: unknown, out = 0) => {
      writeUtc(view(), Number(low), out)
    },
    [IMPORT.timeZone]: (zone = 0, daylight = 0, standard = 0, summer = 0) => {
      view().setInt32(zone, 0, true)
      view().setInt32(daylight, 0, true)
      for (const name of [standard, summer]) new Uint8Array(memory.buffer).set([85, 84, 67, 0], name)
    },
  }
}

/** Fills C's `struct tm` with the UTC fields of `seconds` since 1970. */
function writeUtc(view: DataView, seconds: number, out: number): void {
  const date = new Date(seconds * 1000)
  const year = date.getUTCFullYear()
  const dayOfYear = Math.floor(
    (Date.UTC(year, date.getUTCMonth(), date.getUTCDate()) - Date.UTC(year, 0, 1)) / 86_400_000,
  )
  const fields = [
    date.getUTCSeconds(),
    date.getUTCMinutes(),
    date.getUTCHours(),
    date.getUTCDate(),
    date.getUTCMonth(),
    year - 1900,
    date.getUTCDay(),
    dayOfYear,
    0,
    0,
  ]
  fields.forEach((field, index) => {
    view.setInt32(out + 4 * index, field, true)
  })
}
