import wasmUrl from '@jitl/quickjs-ng-wasmfile-release-sync/wasm?url'

let compiled: Promise<WebAssembly.Module> | undefined

/** The interpreter's compiled code, fetched and compiled once per thread. */
export function loadWasm(): Promise<WebAssembly.Module> {
  compiled ??= compile().catch((error: unknown) => {
    compiled = undefined
    throw new Error(
      `The interpreter could not be loaded (${String(error)}). Reload the page, or check the network.`,
      {
        cause: error,
      },
    )
  })
  return compiled
}

async function compile(): Promise<WebAssembly.Module> {
  if (typeof process !== 'undefined' && process.versions?.node) {
    // Computed names keep Node's modules out of the browser's bundle.
    const [module, fs] = ['node:module', 'node:fs/promises']
    const { createRequire } = (await import(/* @vite-ignore */ module)) as typeof import('node:module')
    const { readFile } = (await import(/* @vite-ignore */ fs)) as typeof import('node:fs/promises')
    const path = createRequire(import.meta.url).resolve('@jitl/quickjs-ng-wasmfile-release-sync/wasm')
    return WebAssembly.compile(await readFile(path))
  }
  return WebAssembly.compileStreaming(fetch(wasmUrl))
}
