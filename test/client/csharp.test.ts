import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { compileProgram } from '../support/programs/csharp.ts'
import { randoms, SEED } from '../support/random.ts'
import { type ClientStand, startClients } from '../support/wire/client.ts'

// What is of the client for C# alone: its JSON, and calls that are cancelled.

let at: ClientStand
before(async () => {
  at = await startClients()
})
after(() => at.close())

/** Runs statements of C#, with these lines as their input. */
async function run(
  statements: string,
  lines: string[] | Promise<string[]> = [],
  url = at.address,
): Promise<string[]> {
  const program = compileProgram(`using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using Pedido;

static class Program
{
    internal static readonly PedidoClient Client = new PedidoClient(
        Environment.GetEnvironmentVariable("PEDIDO_URL"),
        Environment.GetEnvironmentVariable("PEDIDO_TOKEN"));
    internal static readonly TextReader Input = new StreamReader(Console.OpenStandardInput(), new UTF8Encoding(false));

    static void Main()
    {
        CultureInfo.DefaultThreadCurrentCulture = CultureInfo.CurrentCulture = new CultureInfo("pt-BR");
        Console.OutputEncoding = new UTF8Encoding(false);
        RunAsync().GetAwaiter().GetResult();
    }

    static void Show(Func<object> made)
    {
        try
        {
            Console.WriteLine(made());
        }
        catch (Exception error)
        {
            Console.WriteLine(error.GetType().Name);
        }
    }

    static async Task RunAsync()
    {
        await Task.Yield();
${statements}
    }
}
`)
  const env = { ...process.env, PEDIDO_URL: url, PEDIDO_TOKEN: at.server.token }
  const child = spawn('mono', [program], { stdio: ['pipe', 'pipe', 'inherit'], env })
  const output = text(child.stdout)
  child.stdin.end((await lines).map((line) => `${line}\n`).join(''))
  return (await output).split('\n').slice(0, -1)
}

const random = randoms()
const below = (count: number) => Math.floor(random() * count)
const LETTERS = ['a', 'ç', '"', '\\', '/', '\n', '\t', '\u0001', '\u2028', '😀', '0', ' ']
const repeated = <T>(make: () => T) => Array.from({ length: below(4) }, make)
const randomText = () => repeated(() => LETTERS[below(LETTERS.length)]).join('')
const randomNumber = () =>
  Number(((random() - 0.5) * 10 ** (below(15) - 6)).toPrecision(1 + below(15)))

/**
 * Without a backslash at its end: the V8 of Node 26.10 takes the next key that has an escape there for
 * the same. After `{"a\\":1}`, `JSON.parse('{"a\\n":1}')` has the key `a\\`.
 */
const randomKey = () => randomText().replace(/\\+$/, '')

function randomValue(depth = 0): unknown {
  const kind = below(depth > 3 ? 5 : 7)
  if (kind < 3) return [null, true, false][kind]
  if (kind === 3) return randomNumber()
  if (kind === 4) return randomText()
  if (kind === 5) return repeated(() => randomValue(depth + 1))
  return Object.fromEntries(repeated(() => [randomKey(), randomValue(depth + 1)]))
}

/** A text with one letter more, fewer or another one. */
function damaged(json: string): string {
  const place = below(json.length + 1)
  const letters = '{}[]",:\\u01.-+eE tn'
  const letter = [letters[below(letters.length)] ?? '', ''][below(2)]
  return (json.slice(0, place) + letter + json.slice(place + below(2))).toWellFormed()
}

/** What a text means, as JSON; `FormatException` where it is none. */
function meaningOf(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return 'FormatException'
  }
}

const ECHO = `
        for (var line = Input.ReadLine(); line != null; line = Input.ReadLine())
        {
            var read = line;
            Show(() => Json.From(new { read = Json.Parse(read) }));
        }`

test(`JSON is read and written as here (seed ${SEED})`, async () => {
  const whole = Array.from({ length: 3_000 }, () => JSON.stringify(randomValue()))
  // Numbers may be larger or smaller here than decimals are.
  const others = whole
    .map(damaged)
    .filter((json) => !/e[+-]?\d\d/i.test(json) && !/\\\\"\s*:/.test(json))
  const given = [...whole, ...others]
  const taken = await run(ECHO, given)
  assert.equal(taken.length, given.length)
  const read = taken.map((line) => (line === 'FormatException' ? line : JSON.parse(line).read))
  for (const [i, json] of given.entries()) assert.deepEqual(read[i], meaningOf(json), json)
  const refused = read.filter((one) => one === 'FormatException').length
  assert.ok(refused > 500 && refused < others.length)
})

test('values of a program become JSON, whatever the language of the machine', async () => {
  const written = await run(`
        Show(() => Json.From(new
        {
            price = 1234.50m,
            rate = 0.0000000001m,
            factor = 0.1,
            none = (string)null,
            ids = new[] { 1, 2 },
            paid = true,
            own = new Dictionary<string, string> { ["custom.cor"] = "azul" },
            utc = new DateTime(2026, 1, 2, 3, 4, 5, DateTimeKind.Utc),
            local = new DateTime(2026, 1, 2),
            there = new DateTimeOffset(2026, 1, 2, 3, 4, 5, TimeSpan.FromHours(-3)),
        }));
        Show(() => Json.From(new { day = DayOfWeek.Friday }));
        Show(() => Json.From(double.NaN));
        var self = new List<object>();
        self.Add(self);
        Show(() => Json.From(self));`)
  assert.deepEqual(written, [
    JSON.stringify({
      price: 1234.5,
      rate: 1e-10,
      factor: 0.1,
      none: null,
      ids: [1, 2],
      paid: true,
      own: { 'custom.cor': 'azul' },
      utc: '2026-01-02T03:04:05.000Z',
      local: '2026-01-02T00:00:00.000',
      there: '2026-01-02T03:04:05.000-03:00',
    }).replace('1e-10', '0.0000000001'),
    'ArgumentException',
    'ArgumentException',
    'ArgumentException',
  ])
})

test('a cast gives what is there, and nothing else', async () => {
  const taken = await run(`
        var json = Json.Parse("{\\"a\\":1.50,\\"b\\":null,\\"c\\":\\"2026-01-02T03:04:05.678\\",\\"d\\":[7]}");
        Show(() => ((decimal)json["a"]).ToString(CultureInfo.InvariantCulture));
        Show(() => (int)json["a"]);
        Show(() => (decimal?)json["b"] ?? -1);
        Show(() => (decimal)json["b"]);
        Show(() => ((DateTimeOffset)json["c"]).ToString("o"));
        Show(() => (long)json["d"][0]);
        Show(() => (string)json["d"][0]);
        Show(() => json["e"]);`)
  assert.deepEqual(taken, [
    '1.50',
    'InvalidCastException',
    '-1',
    'InvalidCastException',
    '2026-01-02T03:04:05.6780000+00:00',
    '7',
    'InvalidCastException',
    'KeyNotFoundException',
  ])
})

test('a call that is cancelled ends, and is not sent again', async () => {
  const arrived = Promise.withResolvers<string[]>()
  const { relay } = await at.behind(() => {
    arrived.resolve(['stop'])
    return 'silence'
  })
  const taken = await run(
    `
        using (var stopped = new CancellationTokenSource())
        {
            var call = Client.Account.ReadAsync(null, stopped.Token);
            Input.ReadLine();
            stopped.Cancel();
            Show(() => call.GetAwaiter().GetResult());
        }`,
    arrived.promise,
    relay.url,
  )
  assert.deepEqual(taken, ['OperationCanceledException'])
  assert.equal(relay.requests.length, 1)
})

test('a record without a version is no condition', async () => {
  const { id } = await at.pedido.customers.create({ name: 'Sem versão' })
  const taken = await run(`
        var customers = await Client.Customers.List(new { id = ${id} }).ToListAsync();
        Show(() => new Options { IfMatch = customers[0] });`)
  assert.deepEqual(taken, ['ArgumentException'])
})
