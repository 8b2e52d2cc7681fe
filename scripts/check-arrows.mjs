// Checks the import rules (.dependency-cruiser.cjs), and that the checker itself still finds violations.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { cruise } from 'dependency-cruiser'
import { root } from './setup.mjs'

const MIN_MODULES = 60
const FIXTURE = 'test/import-violations'
const { forbidden, options } = createRequire(import.meta.url)(join(root, '.dependency-cruiser.cjs'))

const fixture = await inspect(join(root, FIXTURE))
const undetected = forbidden
  .map((rule) => rule.name)
  .filter((name) => !fixture.violations.some(({ rule }) => rule.name === name))
const project = await inspect(root)
const problems = [
  ...undetected.map((name) => `the rule ${name} no longer reports its violation in ${FIXTURE}`),
  ...project.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
]
if (project.modules < MIN_MODULES) {
  problems.push(`only ${project.modules} modules were read; at least ${MIN_MODULES} were expected`)
}
for (const problem of problems) console.log(problem)
console.log(`arrows: ${project.modules} modules, ${problems.length} violations`)
process.exit(problems.length === 0 ? 0 : 1)

async function inspect(baseDir) {
  process.chdir(baseDir)
  const { output } = await cruise(['src'], { ...options, baseDir, validate: true, ruleSet: { forbidden } })
  return {
    modules: output.modules.filter((module) => module.source.startsWith('src/')).length,
    violations: output.summary.violations,
  }
}
