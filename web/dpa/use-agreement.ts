import { CONSENT_APP, CONSENT_TYPE } from '@ruam/contract/constants.ts'
import { dpa } from '@ruam/contract/dpa.ts'
import { useRead } from '../core/api.ts'

/** The agreement in force, and how the open store stands to it. */
export const useAgreement = () => useRead(dpa.detail, { body: { appName: CONSENT_APP, type: CONSENT_TYPE } })
