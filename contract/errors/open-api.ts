/** Credentials of programs, and what programs are told. */
export const openApiErrors = {
  key_invalid: {
    code: 230,
    status: 401,
    th: 'ไม่รู้จัก API key หรือ API token นี้ กรุณาตรวจหัวคำขอ Authorization: Bearer ruam_…',
    en: 'This API key or token is not known. Check the header Authorization: Bearer ruam_…',
  },
  key_revoked: {
    code: 231,
    status: 401,
    th: 'API key นี้ถูกยกเลิกแล้ว กรุณาขอ API key ใหม่จากร้าน',
    en: 'This API key was revoked. Ask the store for a new one.',
  },
  key_expired: {
    code: 232,
    status: 401,
    th: 'API key หรือ API token นี้หมดอายุแล้ว กรุณาขอใหม่จากร้าน',
    en: 'This API key or token has expired. Ask the store for a new one.',
  },
  token_inactive: {
    code: 233,
    status: 401,
    th: 'API token นี้ถูกปิดใช้งาน กรุณาให้ร้านเปิดใช้งานอีกครั้ง',
    en: 'This API token is switched off. Ask the store to switch it on again.',
  },
  scope_missing: {
    code: 234,
    status: 403,
    th: 'API key นี้ไม่มีขอบเขต {scope} กรุณาให้ร้านสร้าง API key ที่มีขอบเขตนี้',
    en: 'This API key lacks the scope {scope}. Ask the store for a key with it.',
  },
  call_not_open: {
    code: 235,
    status: 403,
    th: 'ไม่มี Open API ที่เปิด {call} ให้ API token นี้ กรุณาให้ร้านเพิ่มให้',
    en: 'No open API opens {call} for this API token. Ask the store to add it.',
  },
  unprocessable: {
    code: 236,
    status: 422,
    th: 'คำขอมีค่าที่ใช้ไม่ได้ ชื่อของค่าอยู่ใน details.fields กรุณาแก้ไขแล้วส่งใหม่',
    en: 'Some values of the request are not valid. They are named in details.fields; correct them and send again.',
  },
  media_type: {
    code: 237,
    status: 415,
    th: 'รับเฉพาะ JSON กรุณาส่งหัวคำขอ Content-Type: application/json',
    en: 'Only JSON is read. Send the header Content-Type: application/json.',
  },
  idempotency_conflict: {
    code: 244,
    status: 409,
    th: 'Idempotency-Key นี้ใช้กับคำขออื่นไปแล้ว กรุณาใช้คีย์ใหม่สำหรับคำขอใหม่',
    en: 'This Idempotency-Key was used for another request. Use a new key for a new request.',
  },
  idempotency_running: {
    code: 245,
    status: 409,
    th: 'คำขอที่มี Idempotency-Key นี้กำลังทำงานอยู่ กรุณาส่งซ้ำอีกครั้งภายหลัง',
    en: 'A request with this Idempotency-Key is being processed. Repeat it a little later.',
  },
  scope_beyond_rights: {
    code: 238,
    status: 403,
    th: 'คุณให้ขอบเขต {scope} ไม่ได้ เพราะคุณไม่มีสิทธิ์นั้นเอง กรุณาติดต่อเจ้าของร้าน',
    en: 'You cannot grant {scope}, because you do not have that permission. Please contact the store owner.',
  },
  key_not_active: {
    code: 239,
    status: 409,
    th: 'API key นี้ใช้ไม่ได้แล้ว กรุณาสร้าง API key ใหม่',
    en: 'This API key can no longer be used. Create a new one.',
  },
  beyond_rights: {
    code: 241,
    status: 403,
    th: 'คุณเปิดสิ่งนี้ให้โปรแกรมไม่ได้ เพราะคุณไม่มีสิทธิ์ {permission} เอง กรุณาติดต่อเจ้าของร้าน',
    en: 'You cannot open this to programs, because you lack {permission} yourself. Please contact the store owner.',
  },
  call_unknown: {
    code: 242,
    status: 400,
    th: 'ไม่รู้จักคำสั่งหนึ่งที่เลือก กรุณาเลือกจากรายการ',
    en: 'One of the calls does not exist. Choose them from the list.',
  },
  key_ambiguous: {
    code: 240,
    status: 409,
    th: 'มีลูกค้ามากกว่าหนึ่งรายที่มีค่านี้ กรุณาใช้ POST /open-api/v1/profiles/find',
    en: 'More than one customer has this value. Use POST /open-api/v1/profiles/find.',
  },
  evidence_missing: {
    code: 252,
    status: 422,
    th: 'การให้ความยินยอมต้องมี evidence บอกว่าลูกค้ายินยอมที่ไหนและอย่างไร กรุณาเพิ่มแล้วส่งใหม่',
    en: 'A granted consent needs evidence: where and how the customer agreed. Add it and send again.',
  },
} as const
