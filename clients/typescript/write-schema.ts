// `node clients/typescript/write-schema.ts`: writes src/schema.ts, the types of the Open API's document.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { programDocument } from '../../server/open-api/document/program-document.ts'

interface Operation {
  parameters: { name: string }[]
  responses: Record<string, unknown>
  'x-errors': { error: string }[]
}

export const schemaFile = fileURLToPath(new URL('src/schema.ts', import.meta.url))

/**
 * Content of src/schema.ts: the types of successful answers, for errors all have one body, which RuamError carries; the names of errors; and
 * the calls that take an idempotency key.
 */
export async function schemaText(): Promise<string> {
  const document = structuredClone(programDocument()) as { paths: Record<string, Record<string, Operation>> }
  const repeatable: string[] = []
  const errors = new Set(['internal'])
  for (const [path, operations] of Object.entries(document.paths))
    for (const operation of Object.values(operations)) {
      if (operation.parameters.some(({ name }) => name === 'Idempotency-Key')) repeatable.push(path)
      for (const { error } of operation['x-errors']) errors.add(error)
      operation.responses = Object.fromEntries(
        Object.entries(operation.responses).filter(([status]) => status.startsWith('2')),
      )
    }
  const types = astToString(await openapiTS(document as unknown as OpenAPI3, { alphabetize: true }))
  const paths = JSON.stringify(repeatable.toSorted(), undefined, 2)
  const names = [...errors].toSorted().map((name) => `  | ${JSON.stringify(name)}`)
  return [
    '// Written by write-schema.ts from the document of the Open API. Do not edit.',
    '/** Paths of the calls that take an idempotency key, so that the same request is stored once. */',
    `export const repeatable: readonly string[] = ${paths}`,
    '/** Names of errors. They never change. */',
    `export type ErrorName =\n${names.join('\n')}`,
    types,
  ].join('\n')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(schemaFile, await schemaText())
