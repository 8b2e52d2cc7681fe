import { cloneDatabase, cloneFilledDatabase, type TestDatabase } from '#test/database.ts'
import { type ProcessEnd, runProduct } from './running-product.ts'

/** The built product as its own process with its own database. */
export type Product = {
  url: string
  database: TestDatabase
  /** Everything printed so far, by all its processes. */
  output(): string
  /** The sign-in link of the demo workspace that the console printed last. */
  demoLink(): string
  /** kill -9, like a power cut for the process. */
  kill(): Promise<void>
  /** Starts it again on the same database and port. */
  restart(): Promise<void>
  /** Sends a signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<ProcessEnd>
  /** Ends it and removes its database. A graceful stop waits for connections and jobs. */
  stop(): Promise<void>
}

type StartOptions = {
  createsDemo?: boolean
  /** Returns the database URL for the product, such as one through a proxy. */
  routeDatabase?: (ownerUrl: string) => Promise<string>
}

/**
 * Starts the product and waits until it is ready. `settings` are environment variables. The demo workspace exists
 * already, as after an earlier start, unless this start has to create it.
 */
export async function startProduct(
  settings: Record<string, string> = {},
  { createsDemo = false, routeDatabase }: StartOptions = {},
): Promise<Product> {
  const isDemo = settings.DEMO === '1' && !createsDemo
  const database = await (isDemo ? cloneDemoDatabase() : cloneDatabase())
  return startOnDatabase(database, settings, (await routeDatabase?.(database.ownerUrl)) ?? database.ownerUrl)
}

/** Creates the demo workspace once per run. */
function cloneDemoDatabase(): Promise<TestDatabase> {
  return cloneFilledDatabase('demo', async (database) => {
    const demoProduct = await startOnDatabase(database, { DEMO: '1' }, database.ownerUrl)
    await demoProduct.end('SIGTERM')
  })
}

async function startOnDatabase(
  database: TestDatabase,
  settings: Record<string, string>,
  databaseUrl: string,
): Promise<Product> {
  const product = await runProduct(databaseUrl, settings)
  return {
    url: product.url,
    database,
    output: product.output,
    demoLink: () =>
      product
        .output()
        .match(/http\S+\/auth\/verify\?token=\S+/g)
        ?.at(-1) ?? '',
    kill: async () => {
      await product.end('SIGKILL')
    },
    restart: product.restart,
    end: product.end,
    stop: async () => {
      await product.end('SIGKILL')
      await database.drop()
    },
  }
}
