// The arrows of the tree: domain ← contract ← server | web. `scripts/check-arrows.mjs` runs these rules,
// and proves with the small wrong tree in test/arrows-canary that each of them still bites.

const TESTS = '\\.(test|spec)\\.tsx?$'
/** Libraries without I/O or clock that the domain may use. */
const PURE_LIBRARIES = '^node_modules/(libphonenumber-js|mailchecker|zod|@zootools/email-spell-checker)/'
const FEATURE = '^src/server/features/([^/]+)/'
const STORE = '^src/server/features/[^/]+/store(\\.ts$|/)'

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

module.exports = {
  forbidden: [
    rule('no-cycles', 'two files that need each other are one thought', {}, { circular: true }),
    rule(
      'every-import-resolves',
      'an edge that leads nowhere is an edge nobody checks',
      {},
      // Made by the build: route types, virtual modules, the server bundle.
      { couldNotResolve: true, pathNot: ['\\+types/', '^virtual:', 'build/server/'] },
    ),
    rule(
      'domain-imports-nothing',
      'the rules of the product know neither machine nor network',
      { path: '^src/domain/', pathNot: TESTS },
      { pathNot: ['^src/domain/', PURE_LIBRARIES] },
    ),
    rule(
      'contract-imports-domain-only',
      'the contract is data about calls, not behaviour',
      { path: '^src/contract/', pathNot: TESTS },
      { pathNot: ['^src/(contract|domain)/', '^node_modules/zod/'] },
    ),
    rule(
      'browser-never-imports-server',
      'secrets and SQL stay on the server',
      { path: '^src/web/' },
      { path: '^src/server/' },
    ),
    rule(
      'browser-never-imports-node',
      'pages run in the browser and in the renderer alike',
      { path: '^src/web/', pathNot: TESTS },
      { dependencyTypes: ['core'] },
    ),
    rule(
      'server-never-imports-browser',
      'the server answers; it does not draw',
      { path: '^src/server/' },
      { path: '^src/web/' },
    ),
    rule(
      'platform-knows-no-feature',
      'the platform could carry another product',
      { path: '^src/server/platform/', pathNot: TESTS },
      { path: '^src/server/features/' },
    ),
    rule(
      'ui-knows-no-feature',
      'bricks could ship in another product',
      { path: '^src/web/(ui|lib)/', pathNot: TESTS },
      { path: '^src/web/(features|site)/' },
    ),
    rule(
      'features-meet-through-service',
      'a feature is known by what it does, not by its tables',
      { path: FEATURE, pathNot: TESTS },
      {
        path: FEATURE,
        pathNot: ['^src/server/features/$1/', '^src/server/features/[^/]+/service(\\.ts$|/)'],
      },
    ),
    rule(
      'only-stores-touch-the-database',
      'SQL stands in store.ts; others may name the types of a transaction',
      { path: '^src/server/features/', pathNot: [STORE, TESTS] },
      {
        path: ['^src/server/platform/db/', '^node_modules/(@types/)?(pg|pg-copy-streams|pg-boss)/'],
        pathNot: '^src/server/platform/db/organization-id\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    ),
    rule(
      'entries-never-touch-stores',
      'routes and jobs parse, call a service and answer',
      { path: '^src/server/features/[^/]+/(routes|jobs)\\.ts$' },
      { path: STORE },
    ),
    rule(
      'routes-and-jobs-are-siblings',
      'what both need belongs into the service',
      { path: '^src/server/features/[^/]+/(routes|jobs)\\.ts$' },
      { path: '^src/server/features/[^/]+/(routes|jobs)\\.ts$' },
    ),
    rule(
      'tests-are-leaves',
      'the product must run without its tests',
      { path: '^src/', pathNot: TESTS },
      { path: ['^test/', TESTS] },
    ),
  ],
  options: {
    // Beside TypeScript 7 the default parser finds no module at all and reports success.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^\\.react-router/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
}
