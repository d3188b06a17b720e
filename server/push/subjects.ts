import type { Config } from '../core/config.ts'

const PRODUCT = 'ruam'

/** The one subject that a person's socket of a store may hear (spec section 7). */
export const natsSubjectOf = ({ environment }: Pick<Config, 'environment'>, storeId: number, userId: number) =>
  `${environment}.${PRODUCT}.notification.${storeId}.${userId}`

/** The subject on a NATS server by which processes hear of a store's events; `*`: of every store. */
export const pushSubjectOf = (environment: string, storeId: number | '*') => `${environment}.${PRODUCT}.push.${storeId}`
