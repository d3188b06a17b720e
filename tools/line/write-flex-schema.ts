// `LINE_OPENAPI=<folder of line/line-openapi> npx node tools/line/write-flex-schema.ts`: writes contract/broadcasts/flex-schema.ts, the part
// of LINE's own description that is about flex messages. Format it afterwards.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { type Schema, strictSchemas } from './strict-schemas.ts'

const file = fileURLToPath(new URL('../../contract/broadcasts/flex-schema.ts', import.meta.url))

interface Strict {
  $ref?: string
  type?: string
  enum?: string[]
  const?: string
  maxLength?: number
  items?: Strict
  properties?: Record<string, Strict>
  required?: string[]
  oneOf?: Strict[]
  discriminator?: { propertyName: string }
}

/** Reads what LINE's description says about flex messages. */
export function flexSchemaOf(folder: string): Record<string, Record<string, object>> {
  const { schemas } = (
    parse(readFileSync(join(folder, 'messaging-api.yml'), 'utf8')) as {
      components: { schemas: Record<string, Schema> }
    }
  ).components
  const strict = strictSchemas(schemas) as Record<string, Strict>
  /** Names that stand for one kind of another name, such as FlexBox for a FlexComponent of type box. */
  const kinds = new Map(
    Object.entries(schemas).flatMap(([union, { discriminator }]) =>
      Object.entries(discriminator?.mapping ?? {}).map(
        ([kind, ref]) => [ref.split('/').at(-1)!, { of: union, kind }] as const,
      ),
    ),
  )
  const written: Record<string, Record<string, object>> = {}
  const add = (name: string) => {
    const { of, kind } = kinds.get(name) ?? { of: name, kind: undefined }
    if (!written[of]) {
      const made: Record<string, object> = {}
      written[of] = made
      const found = strict[of]!
      const variants = found.oneOf ?? [found]
      for (const variant of variants) made[variant.properties?.type?.const ?? ''] = partOf(variant)
    }
    return kind === undefined ? { of } : { of, kind }
  }
  const partOf = ({ properties = {}, required = [] }: Strict) => ({
    required: required.filter((name) => name !== 'type'),
    properties: Object.fromEntries(
      Object.entries(properties)
        .filter(([name, { const: kind }]) => name !== 'type' || kind === undefined)
        .map(([name, property]) => [name, shapeOf(property)]),
    ),
  })
  const shapeOf = ({ $ref, type, enum: words, items, maxLength }: Strict): unknown => {
    if ($ref) return add($ref.split('/').at(-1)!)
    if (words) return words
    if (type === 'array') return { list: shapeOf(items!) }
    return maxLength ? { most: maxLength } : type
  }
  add('FlexContainer')
  return written
}

if (import.meta.main) {
  const folder = process.env.LINE_OPENAPI
  if (!folder) throw new Error('LINE_OPENAPI names no folder of line/line-openapi.')
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, `${text.slice(0, text.indexOf(' = {'))} = ${JSON.stringify(flexSchemaOf(folder))}\n`)
}
