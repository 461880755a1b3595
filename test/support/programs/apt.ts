import { execFileSync } from 'node:child_process'

/** Installs Debian packages: for tests that need a program which the machine has not, run as root. */
export function installPackages(...names: string[]): void {
  console.error(`Installing ${names.join(' and ')}.`)
  const apt = (...words: string[]) =>
    execFileSync('apt-get', words, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  apt('update')
  apt('install', '--yes', '--no-install-recommends', ...names)
}
