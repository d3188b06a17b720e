import type { DataSource } from '@ruam/contract/imports/data-sources.ts'
import type { Camel } from '../../../data/camel.ts'

/** A data source of the list. */
export type SourceRow = Camel<DataSource>
