// Long forms of what the tests know, and programs of the project that are tried from outside.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { equalTo, type Finding, notMeasurable, type Scenario } from './scenario.ts'
import { type Stage, trackChild } from './stage.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

type ScriptResult = { code: number | null; output: string }

export const scriptExists = (file: string) => existsSync(path.join(ROOT, file))

/** Runs a program of the project under this very Node.js. */
export function runScript(
  args: readonly string[],
  settings: Record<string, string> = {},
): Promise<ScriptResult> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      env: { ...process.env, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    trackChild(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (piece: Buffer) => {
        output += piece.toString()
      })
    }
    child.once('close', (code) => resolve({ code, output }))
  })
}

function testsOf(stage: Stage, project: string, file: string, settings: Record<string, string> = {}) {
  return runScript(
    ['node_modules/vitest/vitest.mjs', 'run', '--project', project, file, '--testTimeout', '600000'],
    settings,
  ).then((ended) => {
    if (ended.code !== 0) stage.say(ended.output.slice(-3000))
    return ended
  })
}

/** Requests a route of the long form. */
const RUNS = 1000
const FUZZ = 'src/server/fuzz.test.ts'

export const fuzz: Scenario = {
  name: 'fuzz',
  seconds: 600,
  async run(stage): Promise<Finding[]> {
    const runs = Math.max(1, Math.round(RUNS * stage.scale))
    const { code } = await testsOf(stage, 'server', FUZZ, { NINEFOLD_FUZZ_RUNS: String(runs) })
    return [
      equalTo(
        13,
        `${runs.toLocaleString('en')} generated requests a route: tests that failed`,
        code === 0 ? 'none' : 'some',
        'none',
      ),
    ]
  },
}

const PROCESSES = 'test/faults/many-processes.spec.ts'

export const manyProcesses: Scenario = {
  name: 'many-processes',
  seconds: 200,
  async run(stage): Promise<Finding[]> {
    if (!scriptExists(PROCESSES))
      return [notMeasurable(24, 'several processes on one database', 'its test is not there')]
    const { code } = await testsOf(stage, 'browser', PROCESSES)
    return [
      equalTo(
        24,
        'several processes on one database: tests that failed',
        code === 0 ? 'none' : 'some',
        'none',
      ),
    ]
  },
}
