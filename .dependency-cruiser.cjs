// Allowed imports: domain ← contract ← server | web. `scripts/check-arrows.mjs` runs these rules, and checks with the
// fixture in test/import-violations that each of them still reports its violation.

const TESTS = '\\.(test|spec)\\.tsx?$'
/** Libraries without I/O or clock that the domain may use. */
const PURE_LIBRARIES =
  '^node_modules/(libphonenumber-js|mailchecker|zod|d3-scale|d3-shape|@types/d3-scale|@types/d3-shape|@marcbachmann/cel-js|@zootools/email-spell-checker)/'
const FEATURE = '^src/server/features/([^/]+)/'
const STORE = '^src/server/features/[^/]+/store(\\.ts$|/)'

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

module.exports = {
  forbidden: [
    rule('no-cycles', 'files that import each other belong together', {}, { circular: true }),
    rule(
      'every-import-resolves',
      'an import without a target escapes every other rule',
      {},
      // Created by the build: route types, virtual modules, the server bundle.
      { couldNotResolve: true, pathNot: ['\\+types/', '^virtual:', 'build/server/'] },
    ),
    rule(
      'domain-imports-nothing',
      'the domain uses no I/O, no clock and no network',
      { path: '^src/domain/', pathNot: TESTS },
      { pathNot: ['^src/domain/', PURE_LIBRARIES] },
    ),
    rule(
      'contract-imports-domain-only',
      'the contract describes calls and contains no behavior',
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
      'pages run both in the browser and in the renderer',
      { path: '^src/web/', pathNot: TESTS },
      { dependencyTypes: ['core'] },
    ),
    rule(
      'server-never-imports-browser',
      'the server renders pages only through their build',
      { path: '^src/server/' },
      { path: '^src/web/' },
    ),
    rule(
      'platform-knows-no-feature',
      'the platform must not depend on the product',
      { path: '^src/server/platform/', pathNot: TESTS },
      { path: '^src/server/features/' },
    ),
    rule(
      'ui-knows-no-feature',
      'UI components must not depend on the product',
      { path: '^src/web/(ui|lib)/', pathNot: TESTS },
      { path: '^src/web/(features|site)/' },
    ),
    rule(
      'features-meet-through-service',
      'features use each other only through their services',
      { path: FEATURE, pathNot: TESTS },
      {
        path: FEATURE,
        pathNot: ['^src/server/features/$1/', '^src/server/features/[^/]+/service(\\.ts$|/)'],
      },
    ),
    rule(
      'only-stores-touch-the-database',
      'SQL belongs in store.ts; other files may use the type of a transaction',
      { path: '^src/server/features/', pathNot: [STORE, TESTS] },
      {
        path: ['^src/server/platform/db/', '^node_modules/(@types/)?(pg|pg-copy-streams|pg-boss)/'],
        pathNot: '^src/server/platform/db/organization-id\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    ),
    rule(
      'entries-never-touch-stores',
      'routes and jobs parse input and call a service',
      { path: '^src/server/features/[^/]+/(routes|jobs)\\.ts$' },
      { path: STORE },
    ),
    rule(
      'routes-and-jobs-are-siblings',
      'shared code of routes and jobs belongs in the service',
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
    // With TypeScript 7 the default parser finds no modules and reports success.
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
