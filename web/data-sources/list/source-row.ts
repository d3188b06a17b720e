import type { DataSource } from '@ruam/contract/data-sources.ts'
import type { Camel } from '../../core/camel.ts'

/** A data source of the list. */
export type SourceRow = Camel<DataSource>
