// Schemas of an OpenAPI document, made strict for ajv: no unknown key, and a discriminator that decides which schema applies. LINE
// writes inheritance as `allOf` with a mapping at the base, which validators otherwise read as "any of these, or none".

export interface Schema {
  $ref?: string
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  allOf?: Schema[]
  oneOf?: Schema[]
  additionalProperties?: boolean | Schema
  nullable?: boolean
  enum?: unknown[]
  const?: unknown
  discriminator?: { propertyName: string; mapping?: Record<string, string> }
  [keyword: string]: unknown
}

/** Keywords that say something about a value. Formats and descriptions say nothing that LINE refuses. */
const KEPT = ['minimum', 'maximum', 'minLength', 'maxLength', 'pattern', 'minItems', 'maxItems', 'uniqueItems', 'enum']

const nameOf = (ref: string) => ref.split('/').at(-1)!

/** Returns the definitions of strict schemas by name; `names` are those of a document. */
export function strictSchemas(schemas: Readonly<Record<string, Schema>>): Record<string, object> {
  const strict: Record<string, object> = {}
  for (const [name, schema] of Object.entries(schemas)) {
    const { propertyName, mapping } = schema.discriminator ?? {}
    if (!propertyName || !mapping) {
      strict[name] = strictly(flattened(schema, schemas))
      continue
    }
    const variants = Object.entries(mapping).map(([value, ref]) => {
      const whole = flattened(schemas[nameOf(ref)]!, schemas)
      const properties = { ...whole.properties, [propertyName]: { const: value } }
      return strictly({ ...whole, type: 'object', properties })
    })
    strict[name] = { type: 'object', discriminator: { propertyName }, required: [propertyName], oneOf: variants }
  }
  return strict
}

/** Returns a schema with the properties of all that it inherits from. */
function flattened(schema: Schema, schemas: Readonly<Record<string, Schema>>): Schema {
  const { allOf, ...own } = schema
  if (!allOf) return schema
  const parts = [...allOf, own].map((part) => flattened(part.$ref ? schemas[nameOf(part.$ref)]! : part, schemas))
  return {
    type: 'object',
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: [...new Set(parts.flatMap(({ required }) => required ?? []))],
  }
}

function strictly(schema: Schema): object {
  if (schema.$ref) return { $ref: `#/$defs/${nameOf(schema.$ref)}` }
  // A reference with a sibling description.
  if (schema.allOf?.length === 1) return strictly(schema.allOf[0]!)
  if ('const' in schema) return { const: schema.const }
  const strict: Record<string, unknown> = {}
  for (const keyword of KEPT) if (schema[keyword] !== undefined) strict[keyword] = schema[keyword]
  if (schema.oneOf) return { oneOf: schema.oneOf.map(strictly) }
  if (schema.type) strict.type = schema.type
  if (schema.nullable) strict.nullable = true
  if (schema.items) strict.items = strictly(schema.items)
  if (schema.properties) {
    strict.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, property]) => [name, strictly(property)]),
    )
    strict.type = 'object'
    strict.additionalProperties = false
  }
  if (schema.required?.length) strict.required = [...new Set(schema.required)]
  if (typeof schema.additionalProperties === 'object')
    strict.additionalProperties = strictly(schema.additionalProperties)
  return strict
}
