// `node tools/lint-openapi.ts FOLDER`: lints both OpenAPI documents with the recommended rules of redocly and spectral, and prints their
// problems. FOLDER holds them: `npm install @redocly/cli @stoplight/spectral-cli`. Their many packages are no dependency of ours.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { features } from '@ruam/contract/endpoints.ts'
import { openApiOf } from '../server/http/openapi.ts'
import { programDocument } from '../server/open-api/document/program-document.ts'

const folder = process.argv[2]
if (!folder) throw new Error('Give the folder of the linters.')
const bin = (name: string) => resolve(folder, 'node_modules/.bin', name)
const temporary = mkdtempSync(join(tmpdir(), 'ruam-lint-'))
const place = (name: string) => join(temporary, name)

// `/profile/search/{field}` and `/profile/{id}/label` could match one address; the server prefers the fixed part, as OpenAPI does.
const redocly = 'extends: [recommended]\nrules:\n  no-ambiguous-paths: off\n'

interface Problem {
  rule: string
  place: string
}

/** Problems of errors and warnings alike, as redocly names them. */
function redoclyProblems(file: string): Problem[] {
  const args = ['lint', file, '--config', place('redocly.yaml'), '--format', 'json', '--max-problems', '10000']
  const { stdout } = spawnSync(bin('redocly'), args, { encoding: 'utf8', maxBuffer: 2 ** 28, cwd: temporary })
  const { problems } = JSON.parse(stdout) as { problems: { ruleId: string; location: { pointer?: string }[] }[] }
  return problems.map(({ ruleId, location }) => ({ rule: ruleId, place: location[0]?.pointer ?? '' }))
}

function spectralProblems(file: string): Problem[] {
  const output = place('spectral.json')
  const args = ['lint', file, '--ruleset', place('spectral.yaml'), '--format', 'json', '--output', output, '--quiet']
  spawnSync(bin('spectral'), args, { cwd: temporary })
  const problems = JSON.parse(readFileSync(output, 'utf8')) as { code: string; path: string[] }[]
  return problems.map(({ code, path }) => ({ rule: code, place: path.join('/') }))
}

try {
  writeFileSync(place('redocly.yaml'), redocly)
  writeFileSync(place('spectral.yaml'), 'extends: ["spectral:oas"]\n')
  const documents = {
    'api.json': openApiOf(features),
    'open-api.json': { ...programDocument(), servers: [{ url: 'https://ruam.test' }] },
  }
  for (const [name, document] of Object.entries(documents)) {
    const file = place(name)
    writeFileSync(file, JSON.stringify(document))
    for (const [linter, problems] of Object.entries({
      redocly: redoclyProblems(file),
      spectral: spectralProblems(file),
    })) {
      console.log(`${name}, ${linter}: ${problems.length} problems`)
      for (const [rule, all] of Map.groupBy(problems, (problem) => problem.rule))
        console.log(`  ${rule}: ${all.length}, first at ${all[0]!.place}`)
      if (problems.length > 0) process.exitCode = 1
    }
  }
} finally {
  rmSync(temporary, { recursive: true })
}
