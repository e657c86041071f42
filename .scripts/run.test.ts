import { execFileSync, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { nodeProblem } from './run.cjs'

const RUN = fileURLToPath(new URL('run.cjs', import.meta.url))

test.each(['20.19.0', '20.20.2', '22.12.0', '24.0.0', '26.1.0'])('Node %s will do', (version) => {
  expect(nodeProblem(version)).toBeNull()
})

test.each(['6.17.1', '10.19.0', '18.20.4', '20.18.3', '21.7.3', '22.11.0'])(
  'Node %s is refused in one line',
  (version) => {
    expect(nodeProblem(version)).toMatch(
      new RegExp(`^Backstep needs Node .* this is ${version}\\. .*nodejs\\.org.*$`),
    )
  },
)

test('an old Node ends the command before anything else is loaded', () => {
  const script = `require(${JSON.stringify(RUN)}).main('18.20.4', ['start'])`
  const { status, stdout, stderr } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' })
  expect({ status, stdout, lines: stderr.trim().split('\n').length }).toEqual({
    status: 1,
    stdout: '',
    lines: 1,
  })
})

test('an unknown command is refused with the list', () => {
  expect(() => execFileSync(process.execPath, [RUN, 'strat'], { stdio: 'pipe' })).toThrow(
    /Unknown command "strat".*start/,
  )
})
