import { execFile } from 'node:child_process'
import { chown, cp, mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Command, start } from '../service.ts'

// The container image as far as it goes without a container engine: the last stage of the Dockerfile
// over the libraries that its base has, as the root of a process that is the first of its own, with
// the rights that the compose files and the manifests give.

const DOCKERFILE = fileURLToPath(new URL('../../../deploy/Dockerfile', import.meta.url))
const NOBODY = 65532
const run = promisify(execFile)

/**
 * Starts the service from an image in this folder.
 * @param app the installed package
 */
export async function startImage(image: string, app: string): Promise<Command> {
  await cp(join(app, 'node_modules'), join(image, 'app/node_modules'), { recursive: true })
  await copyNode(image)
  for (const name of ['data', 'proc', 'tmp']) await mkdir(join(image, name))
  await chown(join(image, 'data'), NOBODY, NOBODY)
  const instructions = await lastStage()
  const instruction = (name: string) =>
    instructions
      .find(([first]) => first === name)
      ?.slice(1)
      .join(' ') ?? ''
  const words = [
    ...(JSON.parse(instruction('ENTRYPOINT')) as string[]),
    ...(JSON.parse(instruction('CMD')) as string[]),
  ]
  const env = Object.fromEntries(
    instruction('ENV')
      .split(' ')
      .map((pair) => pair.split('=') as [string, string]),
  )
  const steps = [
    `mount --bind ${image} ${image}`,
    `mount --bind ${image}/data ${image}/data`,
    `mount -o remount,bind,ro ${image}`,
    `mount -t tmpfs none ${image}/tmp`,
    `mount -t proc none ${image}/proc`,
    `exec chroot --userspec=${NOBODY}:${NOBODY} ${image} ${words.join(' ')}`,
  ]
  const unshared = ['--mount', '--pid', '--fork', '/bin/sh', '-c', steps.join(' && ')]
  return start('unshare', unshared, { ...env, PORT: '0', HOST: '127.0.0.1' })
}

/** The words of each line after the last FROM. */
async function lastStage(): Promise<string[][]> {
  const text = await readFile(DOCKERFILE, 'utf8')
  const stage = text.slice(text.lastIndexOf('\nFROM')).replaceAll('\\\n', ' ')
  return stage
    .split('\n')
    .filter((line) => /^[A-Z]/.test(line))
    .map((line) => line.split(/\s+/))
}

/** Node.js, what the base image has of Debian's libraries, and the one that the Dockerfile adds. */
async function copyNode(image: string): Promise<void> {
  const { stdout } = await run('dpkg', ['-L', 'libc6', 'libgcc-s1', 'libstdc++6', 'libatomic1'])
  const libraries = stdout.split('\n').filter((path) => /\/[\w+.-]+\.so\.\d+$/.test(path))
  for (const path of libraries) {
    await mkdir(dirname(join(image, path)), { recursive: true })
    await cp(path, join(image, path), { dereference: true })
  }
  await mkdir(join(image, 'usr/local/bin'), { recursive: true })
  await cp(process.execPath, join(image, 'usr/local/bin/node'), { dereference: true })
}
