import { execFile } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

// The commands of docs/production.md, on this machine: their folders lie in one of the test's, and what
// a test can't have of a server (packages, systemd, certificates) is stood in for.

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const run = promisify(execFile)

/** What the server brings, as far as the commands see it. */
interface Server {
  /** In place of `/`. */
  root: string
  /** The package that was copied there. */
  packed: string
  /** Address of PostgreSQL, for its superuser. */
  postgres: string
  port: number
  metricsPort: number
}

/** systemd, of this one service: what its unit says is what is run. */
const SYSTEMCTL = `#!/bin/bash
unit=$ROOT/etc/systemd/system/pedido.service
log=$ROOT/log
case "$*" in
"enable --now pedido.socket pedido")
  set -a
  . "$(sed -n 's/^EnvironmentFile=//p' "$unit")"
  eval "$(sed -n 's/^Environment=//p' "$unit" | tr ' ' '\\n')"
  set +a
  mkdir -p "$DATA_DIR"
  cd "$DATA_DIR" || exit 1
  exec=$(sed -n 's/^ExecStart=//p' "$unit")
  nohup $exec > "$log" 2>&1 < /dev/null &
  echo $! > "$ROOT/pid"
  until grep -q 'Pedido listens on' "$log"; do kill -0 $! || exit 1; done ;;
"reload pedido")
  renewed=$(grep -c 'all workers are new' "$log")
  kill -HUP "$(cat "$ROOT/pid")"
  until [ "$(grep -c 'all workers are new' "$log")" -gt "$renewed" ]; do kill -0 "$(cat "$ROOT/pid")" || exit 1; done ;;
esac
`

const STAND_INS: Record<string, string> = {
  'apt-get': '#!/bin/bash\n',
  systemctl: SYSTEMCTL,
  journalctl: '#!/bin/bash\ntail -n 20 "$ROOT/log"\n',
  su: '#!/bin/bash\nexec bash -c "$3"\n',
  // The service is the test's own user here: see test/cli/as-root.test.ts.
  useradd: '#!/bin/bash\n',
  install: `#!/bin/bash
words=()
while [ $# -gt 0 ]; do case "$1" in -o | -g) shift 2 ;; *) words+=("$1"); shift ;; esac; done
exec env PATH=/usr/bin:/bin install "\${words[@]}"\n`,
  // It would ask for the password.
  createuser: `#!/bin/bash
exec psql -q "$POSTGRES" -c "create role $2 login password 'THE-PASSWORD'"\n`,
  createdb: `#!/bin/bash
exec psql -q "$POSTGRES" -c "create database $2 owner \${1#--owner=}"\n`,
}

const FOLDERS = [
  'bin',
  'usr/local/bin',
  'root',
  'etc/systemd/system',
  'etc/caddy',
  'etc/prometheus',
]

/** Lays the server out as the packages of Debian and the first copy leave it. */
export function layOut({ root, packed }: Server): void {
  for (const path of FOLDERS) {
    mkdirSync(join(root, path), { recursive: true })
  }
  for (const [name, text] of Object.entries(STAND_INS)) {
    writeFileSync(join(root, 'bin', name), text)
    chmodSync(join(root, 'bin', name), 0o755)
  }
  const home = join(root, 'root')
  const files = ['proxy/Caddyfile', 'prometheus/alerts.yml', 'prometheus/prometheus.yml']
  for (const path of files)
    copyFileSync(join(ROOT, 'deploy', path), join(home, path.split('/')[1] ?? ''))
  for (const name of ['pedido', 'pedido.service', 'pedido.socket']) {
    const text = readFileSync(join(ROOT, 'deploy/systemd', name), 'utf8')
    writeFileSync(join(home, name), here(text, root))
  }
  copyFileSync(packed, join(home, 'pedido-1.0.0.tgz'))
  copyFileSync(packed, join(home, 'pedido-NEW.tgz'))
}

/** The commands of a chapter of the guide, one text for each block. */
export function commandsOf(chapter: string, page = 'docs/production.md'): string[] {
  const guide = readFileSync(join(ROOT, page), 'utf8')
  const text = guide.split(/^## /m).find((one) => one.startsWith(`${chapter}. `)) ?? ''
  return [...text.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) => block)
}

/**
 * Runs commands of the guide as they stand, but for places and ports.
 * @returns what they printed
 * @throws Error with what they wrote to stderr, where one fails
 */
export async function asWritten(commands: string, server: Server): Promise<string> {
  const { root, postgres, port, metricsPort } = server
  const { host } = new URL(postgres)
  const script = here(commands, root)
    .replaceAll('~/', `${root}/root/`)
    .replace('pedido-*.tgz', 'pedido-1.0.0.tgz')
    .replace('@127.0.0.1/pedido', `@${host}/pedido`)
    .replace('WORKERS=2', `WORKERS=2\nPORT=${port}\nLOG_LEVEL=info\nKEEP_ALIVE_TIMEOUT_MS=1000`)
    .replaceAll('9464', String(metricsPort))
    .replaceAll('https://pedido.example.com/health', `http://127.0.0.1:${port}/health`)
    .replace('pedido-2026-11-23.zip', `${root}/var/lib/pedido/before.zip`)
  const env = {
    PATH: [
      join(root, 'bin'),
      join(root, 'usr/local/bin'),
      dirname(process.execPath),
      process.env['PATH'],
    ].join(':'),
    // Where npm finds its registry.
    HOME: process.env['HOME'],
    ROOT: root,
    POSTGRES: postgres,
    npm_config_prefer_offline: 'true',
    npm_config_audit: 'false',
    npm_config_update_notifier: 'false',
  }
  const { stdout } = await run('bash', ['-eu', '-c', script], { env, cwd: root })
  return stdout
}

/** With its own folders in place of the server's. */
export function here(text: string, root: string): string {
  return text
    .replace(/(^|[\s=(])\/(opt|etc|var\/lib|usr\/local)\//gm, `$1${root}/$2/`)
    .replaceAll('/usr/bin/node', process.execPath)
}
