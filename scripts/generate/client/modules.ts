/** A declaration of the generated types, under the name that others mean it by. */
export interface Declared {
  name: string
  text: string
}

/** A file stays as short as a person reads: what does not fit goes on in the next. */
const MODULE_LINES = 300

interface Module {
  file: string
  declared: Declared[]
}

/**
 * Lays declarations down in files, each with the imports that it needs.
 * @param groups the declarations by the first part of their files' names
 * @param outside what is imported from elsewhere: names by where they are
 */
export function modulesOf(
  groups: Map<string, Declared[]>,
  outside: Record<string, string[]>,
): Map<string, string> {
  const modules = [...groups].flatMap(([group, declared]) => split(group, declared))
  const homes = new Map(
    Object.entries(outside).flatMap(([file, names]) => names.map((name) => [name, file] as const)),
  )
  for (const { file, declared } of modules) {
    for (const { name } of declared) homes.set(name, `./${file}`)
  }
  return new Map(modules.map((module) => [module.file, textOf(module, homes)]))
}

function split(group: string, declared: Declared[]): Module[] {
  const modules: Module[] = []
  let free = 0
  for (const one of declared) {
    const length = one.text.split('\n').length
    if (length > free) {
      const part = modules.length === 0 ? '' : `-${modules.length + 1}`
      modules.push({ file: `${group}${part}.ts`, declared: [] })
      free = MODULE_LINES
    }
    modules.at(-1)?.declared.push(one)
    free -= length
  }
  return modules
}

function textOf({ file, declared }: Module, homes: Map<string, string>): string {
  const body = declared.map(({ text }) => text).join('\n')
  const words = new Set(body.replaceAll(/\/\*\*.*?\*\//g, '').match(/(?<![\w"'])[A-Z]\w*/g))
  const meant = [...homes].filter(([name, home]) => words.has(name) && home !== `./${file}`)
  const imports = [...Map.groupBy(meant, ([, home]) => home)].map(([home, names]) =>
    importOf(
      names.map(([name]) => name),
      home,
    ),
  )
  return `${imports.sort().join('')}${imports.length > 0 ? '\n' : ''}${body}`
}

export const importOf = (names: string[], from: string) =>
  `import type { ${names.sort().join(', ')} } from '${from}'\n`
