// Checks the import rules (.dependency-cruiser.cjs), and that the checker itself still finds violations.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { cruise } from 'dependency-cruiser'
import { root } from './setup.mjs'

const MINIMUM_MODULES = 60
const CANARY = 'test/arrows-canary'
const { forbidden, options } = createRequire(import.meta.url)(join(root, '.dependency-cruiser.cjs'))

const canary = await inspect(join(root, CANARY))
const blind = forbidden
  .map((rule) => rule.name)
  .filter((name) => !canary.violations.some((found) => found.rule.name === name))
const tree = await inspect(root)
const complaints = [
  ...blind.map((name) => `the rule ${name} no longer reports the violation kept for it in ${CANARY}`),
  ...tree.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
]
if (tree.modules < MINIMUM_MODULES) {
  complaints.push(`only ${tree.modules} modules were read; at least ${MINIMUM_MODULES} were expected`)
}
for (const complaint of complaints) console.log(complaint)
console.log(`arrows: ${tree.modules} modules, ${complaints.length} complaints`)
process.exit(complaints.length === 0 ? 0 : 1)

async function inspect(baseDir) {
  process.chdir(baseDir)
  const { output } = await cruise(['src'], { ...options, baseDir, validate: true, ruleSet: { forbidden } })
  return {
    modules: output.modules.filter((module) => module.source.startsWith('src/')).length,
    violations: output.summary.violations,
  }
}
