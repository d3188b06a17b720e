import { dpa } from '@ruam/contract/access/dpa.ts'
import { CONSENT_APP, CONSENT_TYPE } from '@ruam/contract/platform/constants.ts'
import { useRead } from '../../data/api.ts'

/** The agreement in force, and how the open store stands to it. */
export const useAgreement = () => useRead(dpa.detail, { body: { appName: CONSENT_APP, type: CONSENT_TYPE } })
