import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const CLIENT = fileURLToPath(new URL('../../../clients/csharp/', import.meta.url))
const LIBRARY = 'Pedido.dll'
/** What the references of a project in C# 7 are to the compiler of Mono. */
const REFERENCES = ['-langversion:7', `-r:${LIBRARY}`, '-r:System.Net.Http.dll']

/**
 * Compiles a program that uses the client, once for the same texts.
 * @returns the file that `mono` runs
 */
export function compileProgram(text: string): string {
  const library = compileLibrary()
  return compiled('program.exe', [library, text], (folder) => {
    copyFileSync(join(library, LIBRARY), join(folder, LIBRARY))
    writeFileSync(join(folder, 'program.cs'), text)
    execFileSync('mcs', [...REFERENCES, '-out:program.exe', 'program.cs'], { cwd: folder })
  })
}

/** The folder with the library, compiled by the command of its page. */
function compileLibrary(): string {
  const [, command = ''] = /^(mcs .*)$/m.exec(readFileSync(join(CLIENT, 'README.md'), 'utf8')) ?? []
  const sources = globSync('src/**/*.cs', { cwd: CLIENT }).toSorted()
  const texts = sources.map((source) => readFileSync(join(CLIENT, source), 'utf8'))
  const file = compiled(LIBRARY, [command, ...sources, ...texts], (folder) => {
    const into = command.replace(`-out:${LIBRARY}`, `-out:${folder}/${LIBRARY} -warnaserror`)
    execFileSync('bash', ['-c', into], { cwd: CLIENT })
  })
  return join(file, '..')
}

/** A file that is made of these texts, unless it was made of them before. */
function compiled(name: string, texts: string[], make: (folder: string) => void): string {
  const key = createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16)
  const folder = join(tmpdir(), `pedido-csharp-${key}`)
  if (!existsSync(folder)) {
    const fresh = mkdtempSync(`${folder}-`)
    make(fresh)
    try {
      renameSync(fresh, folder)
    } catch {
      // Another process has made the same.
      rmSync(fresh, { recursive: true })
    }
  }
  return join(folder, name)
}

/** The examples of a page as one program: classes beside the method that the others stand in. */
export function programOf(examples: string[]): string {
  const usings = /^using [\w.]+;$/gm
  const classes = examples.filter((example) => /^static class /m.test(example))
  const statements = examples.filter((example) => !classes.includes(example)).join('\n')
  const names = ['System.Threading.Tasks', ...namespacesIn(statements)]
  return `${names.map((name) => `using ${name};`).join('\n')}

${classes.join('\n')}
static class Examples
{
    static void Main() => RunAsync().GetAwaiter().GetResult();

    static async Task RunAsync()
    {
        Console.OutputEncoding = new System.Text.UTF8Encoding(false);
${statements.replace(usings, '')}
    }
}
`
}

const namespacesIn = (text: string) =>
  Array.from(text.matchAll(/^using ([\w.]+);$/gm), ([, name = '']) => name)
