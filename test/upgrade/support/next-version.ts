import { cpSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { builtFolder } from '../../../bin/built.cjs'

// Migrations of a version that is not there yet.

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const OWN = join(ROOT, 'migrations')

/** The migrations of this version. */
export const migrationNames = readdirSync(OWN)
  .filter((name) => /^\d{4}_/.test(name))
  .sort()

/** The files of this version, in the order in which a database gets them. */
export const ownFiles = [...migrationNames, 'functions.sql']

/** As a migration says that this version serves with it. */
export const COMPATIBLE = `-- compatible-with: ${migrationNames.at(-1)?.slice(0, 4)}\n`

/** A column, its index and its values, as a next version would bring them. */
export const NEXT = {
  '9001_nicknames.sql': `${COMPATIBLE}alter table customers add column nickname text;\n`,
  '9002_nicknames_found.sql': `${COMPATIBLE}-- mode: concurrently
create index concurrently customers_nickname on customers (account_id, nickname);
`,
  '9003_nicknames_filled.sql': `${COMPATIBLE}-- mode: batches
with batch as materialized (
  select id from customers where account_id = $1 and nickname is null order by id limit 3 for update)
update customers c set nickname = name from batch b where c.account_id = $1 and c.id = b.id;
`,
}

/** A column of the table that all requests write, its index and its values, so many at once. */
export const channels = (atOnce: number) => ({
  '9101_channels.sql': `${COMPATIBLE}alter table orders add column channel text;
alter table orders alter column channel set default 'own';
`,
  '9102_channels_found.sql': `${COMPATIBLE}-- mode: concurrently
create index concurrently orders_channel on orders (account_id, channel);
`,
  '9103_channels_filled.sql': `${COMPATIBLE}-- mode: batches
with batch as materialized (
  select id from orders where account_id = $1 and channel is null order by id limit ${atOnce} for update)
update orders o set channel = 'own' from batch b where o.account_id = $1 and o.id = b.id;
`,
})

const FUNCTIONS = readFileSync(join(OWN, 'functions.sql'), 'utf8')
const REVISION = Number(/^-- revision: (\d+)$/m.exec(FUNCTIONS)?.[1])

/**
 * The functions of a version that is so many revisions ahead of this one. They have one more, which
 * says how many.
 * @param rest further statements
 */
export const revisedFunctions = (ahead: number, rest = '') => ({
  'functions.sql': `${FUNCTIONS.replace(/^-- revision: .*$/m, `-- revision: ${REVISION + ahead}`)}
create or replace function revisions_ahead() returns integer language sql as 'select ${ahead}';
${rest}`,
})

/** Writes this version's migrations and those of the next into a folder. */
function write(folder: string, next: Record<string, string>): void {
  cpSync(OWN, folder, { recursive: true })
  for (const [name, text] of Object.entries(next)) writeFileSync(join(folder, name), text)
}

/** A new folder with this version's migrations and those of the next; for the runner. */
export function nextFolder(next: Record<string, string> = NEXT): URL {
  const folder = mkdtempSync(join(tmpdir(), 'pedido-migrations-'))
  write(folder, next)
  return pathToFileURL(`${folder}/`)
}

/**
 * Makes a next version of the program in a folder: all of this one, with further migrations, which
 * are no part of what is built of its sources.
 * @returns its `bin/pedido.cjs`
 */
export function nextProgram(folder: string, next: Record<string, string>): string {
  const built = relative(ROOT, builtFolder())
  for (const name of ['bin', 'src', 'scripts', built, 'package.json', 'package-lock.json']) {
    cpSync(join(ROOT, name), join(folder, name), { recursive: true })
  }
  for (const name of ['node_modules', 'packages', 'console', 'docs', 'fiscal']) {
    symlinkSync(join(ROOT, name), join(folder, name))
  }
  write(join(folder, 'migrations'), next)
  return join(folder, 'bin/pedido.cjs')
}
