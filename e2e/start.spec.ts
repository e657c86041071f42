import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** `npm start` as a program: what it said so far, and how it ended. */
interface Started {
  child: ChildProcess
  said: () => string
  url: Promise<string>
  ended: Promise<number | null>
}

const children: ChildProcess[] = []
const folders: string[] = []

// One after the other: each of them may build.
test.describe.configure({ mode: 'default' })

test.afterEach(() => {
  for (const child of children.splice(0)) child.kill()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

test('npm start serves the app, steps aside for a busy port, and ends cleanly', async () => {
  test.setTimeout(180_000)
  const first = start({})
  const url = await first.url
  const page = await fetch(url)
  expect(page.status).toBe(200)
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self' 'wasm-unsafe-eval';")
  expect(await page.text()).toContain('<title>Backstep</title>')

  const second = start({})
  expect(await second.url).not.toBe(url)
  expect(second.said()).toMatch(
    /^Port 4747 is in use, so this is port \d+\..*\nBackstep is at http:\/\/127\.0\.0\.1:\d+\/ /m,
  )

  const { port } = new URL(url)
  const third = start({ env: { PORT: port } })
  expect(await third.ended).toBe(1)
  expect(third.said()).toBe(
    `Port ${port} is in use: end the program that uses it, or set PORT to another number.\n`,
  )

  first.child.kill('SIGINT')
  // Windows knows no signals: there the process is simply gone.
  expect(await first.ended).toBe(process.platform === 'win32' ? null : 0)
  await expect(fetch(url)).rejects.toThrow()
})

test('a failing build shows its error, also in a folder with spaces', async () => {
  const folder = copyOfProject(['index.html', 'vite.config.ts', 'tsconfig.json', 'public'])
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction')
  mkdirSync(join(folder, 'src'))
  writeFileSync(join(folder, 'src', 'main.tsx'), "import './missing.ts'\n")
  const { ended, said } = start({ folder })
  expect(await ended).toBe(1)
  expect(said()).toContain('./missing.ts')
  expect(said()).toMatch(/The build failed, for the reason above\.\n$/)
})

test('no network at the first installation is one line', async () => {
  const folder = copyOfProject([])
  // Nothing listens on port 9, and nothing is in this cache.
  const env = { npm_config_registry: 'http://127.0.0.1:9/', npm_config_cache: join(folder, 'cache') }
  const { ended, said } = start({ folder, env })
  expect(await ended).toBe(1)
  const [announced, failure, ...rest] = said().trim().split('\n')
  expect(announced).toMatch(/^Installing the packages/)
  expect(failure).toMatch(/^The packages could not be downloaded \(ECONNREFUSED\): check the network/)
  expect(rest).toEqual([])
})

function copyOfProject(names: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'backstep copy '))
  folders.push(folder)
  for (const name of ['.scripts', 'package.json', 'package-lock.json', ...names]) {
    cpSync(join(ROOT, name), join(folder, name), { recursive: true })
  }
  return folder
}

function start({ folder = ROOT, env = {} }: { folder?: string; env?: Record<string, string> }): Started {
  const { PORT: _, ...inherited } = process.env
  const child = spawn(process.execPath, [join(folder, '.scripts', 'run.cjs'), 'start', '--no-open'], {
    cwd: folder,
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let said = ''
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const url = new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      said += chunk.toString()
      const found = /Backstep is at (\S+) /.exec(said)?.[1]
      if (found) resolve(found)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.on('close', () => reject(new Error(`npm start ended: ${said}`)))
  })
  // A test that waits for the end does not look at the address.
  url.catch(() => {})
  return { child, said: () => said, url, ended }
}
