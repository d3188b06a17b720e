import { wms } from '@ruam/contract/platform/shipping.ts'
import { implement } from '../http/implement.ts'

const providers = [
  { key: 'kerry', name: 'Kerry', name_th: 'เคอรี่' },
  { key: 'thaipost', name: 'Thaipost', name_th: 'ไปรษณีย์ไทย' },
  { key: 'nd', name: 'ND', name_th: 'เอ็นดี' },
  { key: 'register', name: 'Register', name_th: 'ลงทะเบียน' },
  { key: 'ems', name: 'EMS', name_th: 'อีเอ็มเอส' },
  { key: 'register_inter', name: 'Register Inter', name_th: 'ลงทะเบียนระหว่างประเทศ' },
  { key: 'ems_inter', name: 'EMS Inter', name_th: 'อีเอ็มเอสระหว่างประเทศ' },
]

export const wmsRoutes = implement(wms, { providers: () => ({ data: providers, total: providers.length }) })
