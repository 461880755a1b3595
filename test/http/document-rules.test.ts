import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core'
import owasp from '@stoplight/spectral-owasp-ruleset'
import parsers from '@stoplight/spectral-parsers'
import rulesets from '@stoplight/spectral-rulesets'
import { parse } from 'yaml'

test('the document holds to the rules of Spectral and OWASP', async () => {
  const rules = parse(readFileSync(new URL('../../.spectral.yaml', import.meta.url), 'utf8'))
  const sets: Record<string, unknown> = {
    'spectral:oas': rulesets.oas,
    '@stoplight/spectral-owasp-ruleset': owasp,
  }
  rules.extends = rules.extends.map(([name, which]: [string, string]) => [sets[name], which])
  const checker = new spectral.Spectral()
  checker.setRuleset(
    new spectral.Ruleset(rules as RulesetDefinition, {
      source: new URL('../../.spectral.yaml', import.meta.url).pathname,
    }),
  )
  const published = new URL('../../openapi.json', import.meta.url)
  const found = await checker.run(
    new spectral.Document(readFileSync(published, 'utf8'), parsers.Json, published.pathname),
  )
  const lines = found.map(({ code, path, message }) => `${code} ${path.join('/')}: ${message}`)
  assert.deepEqual(lines.slice(0, 20), [])
})
