import type { dataSources } from '@ruam/contract/imports/data-sources.ts'
import type { Got } from '../../../data/api.ts'

/** The mapping of a data source with what was seen in its columns, as the server answers it. */
export type MappingAnswer = Got<typeof dataSources.getMapping>
