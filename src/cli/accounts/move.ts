import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { findAccount } from '../../accounts/commands.ts'
import { programVersion } from '../../base/system/package.ts'
import { isBucketAddress } from '../../base/values/bucket-address.ts'
import { migrate } from '../../database/schema/migrate.ts'
import { exportAccount } from '../../operations/accounts/export.ts'
import { type Imported, importAccount } from '../../operations/accounts/import.ts'
import type { AccountManifest } from '../../operations/accounts/manifest.ts'
import { boxOf } from '../../operations/accounts/portable.ts'
import { withExport } from '../../operations/accounts/upgrade-archive.ts'
import { countedFiles } from '../../operations/backup/read.ts'
import { openImages } from '../../processes/images.ts'
import { makeSecretKey, secretKeys } from '../../processes/secret-key.ts'
import {
  amount,
  counted,
  lines,
  type Message,
  megabytes,
  msg,
  verbatim,
} from '../../texts/message.ts'
import { filesGone, missingFiles, oneFile, sourceOf, withProgress, writingTo } from '../backup.ts'
import { type Command, note, onMigrated, parse, print, UsageError } from '../command.ts'
import { readConfigAsOwner } from '../owner.ts'

export const accountExport: Command = {
  name: 'account export',
  parameters: msg`FILE --account ACCOUNT`,
  summary: msg`save one account with its images and attachments, while the service runs or not`,
  options: [
    [msg`--account ACCOUNT`, msg`name or id`],
    [
      '--with-secrets',
      msg`secrets of webhooks and of the sign-in provider, and how members sign in: readable by whoever has the file`,
    ],
    ['--json', msg`what was saved as a line of JSON`],
  ],
  more: msg`FILE may be in a bucket: s3://bucket/folder/file.zip. It is a zip for "pedido account import".\nTokens, sessions and passkeys stay: see docs/accounts.md.`,
  run: async (words) => {
    const { values, positionals } = parse({
      args: words,
      options: {
        account: { type: 'string' },
        'with-secrets': { type: 'boolean' },
        json: { type: 'boolean' },
      },
      allowPositionals: true,
    })
    const { account, json } = values
    if (!account) throw new UsageError(msg`Which account? Give --account.`)
    const file = oneFile(positionals)
    const config = readConfigAsOwner()
    const secrets = values['with-secrets'] ? boxOf(await secretKeys(config)) : undefined
    const images = await openImages(config)
    const version = programVersion()
    const { manifest, bytes } = await writingTo(config, file, async (database, target) => {
      await migrate(database.pool)
      const { account_id } = await findAccount(database.db, account)
      const { pool } = database
      return withProgress((report) =>
        exportAccount({ pool, account_id, images, version, secrets }, target(), report),
      )
    })
    const gone = missingFiles(manifest)
    if (gone.length > 0) {
      note.warn(filesGone(gone))
    }
    print(
      json
        ? `${JSON.stringify({ file, bytes, ...factsOf(manifest) })}\n`
        : saved(manifest, file, bytes),
    )
  },
}

export const accountImport: Command = {
  name: 'account import',
  parameters: msg`FILE`,
  summary: msg`bring in an account that was exported: all of it or nothing`,
  options: [
    [msg`--name NAME`, msg`what it is called here, unless as it was`],
    ['--json', msg`what came in as a line of JSON`],
  ],
  more: msg`Ids of records stay as they are; the account’s own id does where it is free. The embedded database\nserves one process: stop the service first.`,
  run: async (words) => {
    const { values, positionals } = parse({
      args: words,
      options: { name: { type: 'string' }, json: { type: 'boolean' } },
      allowPositionals: true,
    })
    const file = oneFile(positionals)
    const { name } = values
    if (name !== undefined && name.trim() === '') throw new UsageError(msg`--name needs a name.`)
    const source = await sourceOf(readConfigAsOwner(), file)
    const room = isBucketAddress(file) ? tmpdir() : dirname(file)
    const imported = await withProgress((report) =>
      withExport(source, room, report, (archive) =>
        onMigrated(async ({ pool }, config) => {
          await makeSecretKey(config)
          const keys = await secretKeys(config)
          const images = await openImages(config)
          return importAccount({ pool, archive, images, secrets: () => boxOf(keys), name }, report)
        }),
      ),
    )
    print(values.json ? `${JSON.stringify(imported)}\n` : cameIn(imported))
  },
}

function factsOf({ account, summary, images, attachments = 0, made_at, tables }: AccountManifest) {
  const rows = Object.fromEntries(tables.map((table) => [table.name, table.rows]))
  return { account, made_at, summary, images, attachments, rows }
}

function saved(
  { account, summary, images, attachments = 0 }: AccountManifest,
  file: string,
  bytes: number,
): Message {
  const { orders, orders_total, events } = summary
  return lines([
    msg`${file}: ${megabytes(bytes)}`,
    msg`account ${account.id}, ${account.name}`,
    msg`${counted(Number(orders), msg`order`, msg`orders`)} worth ${amount(orders_total)}, ${counted(Number(events), msg`event`, msg`events`)}, ${countedFiles(images, attachments)}\n`,
  ])
}

function cameIn(imported: Imported): Message {
  const { account_id, is_id_kept, name, rows, images, attachments } = imported
  const { disabled_webhooks, refused_passwords } = imported
  const all = Object.values(rows).reduce((sum, count) => sum + count, 0)
  const sentences = [
    msg`Account ${account_id}, ${name}: ${counted(all, msg`row`, msg`rows`)}, ${countedFiles(images, attachments)}.`,
    is_id_kept
      ? msg`All ids are as they were, the account’s own too.`
      : msg`Its own id is a new one, since that was another account’s; all ids of its records are as they were.`,
    msg`Nobody has a token or a session yet: see "pedido token create" and "pedido member reset".`,
  ]
  if (disabled_webhooks.length > 0) {
    sentences.push(
      msg`Webhooks that are disabled until each has a secret that its receiver knows: ${disabled_webhooks}.`,
    )
  }
  if (refused_passwords.length > 0) {
    sentences.push(
      msg`Members whose passwords were hashed by another service, and who choose new ones ("pedido member reset"): ${refused_passwords}.`,
    )
  }
  return lines([...sentences, verbatim('')])
}
