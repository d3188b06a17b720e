/** Requests of customers about their data. */
export const privacyErrors = {
  request_step: {
    code: 442,
    status: 409,
    th: 'คำขออยู่ขั้นอื่นแล้ว กรุณาโหลดหน้านี้ใหม่แล้วลองอีกครั้ง',
    en: 'The request is at another step. Reload the page and try again.',
  },
  request_decided: {
    code: 443,
    status: 409,
    th: '{name} ตัดสินคำขอนี้ไปแล้ว กรุณาโหลดหน้านี้ใหม่',
    en: '{name} has already decided this request. Reload the page.',
  },
  request_own_approval: {
    code: 444,
    status: 403,
    th: 'ผู้ตัดสินยืนยันการลบของตัวเองไม่ได้ กรุณาให้อีกคนยืนยัน',
    en: 'You cannot confirm your own decision to erase. Ask another person.',
  },
  request_line_missing: {
    code: 447,
    status: 409,
    th: 'ลูกค้าไม่มี LINE ที่ร้านส่งถึงได้ กรุณาเลือกวิธีตอบอื่น',
    en: 'The customer has no LINE account that the store can reach. Choose another way to answer.',
  },
  exposure_window: {
    code: 445,
    status: 400,
    th: 'กรุณาเลือกช่วงเวลาที่เริ่มก่อนสิ้นสุด และไม่เก่ากว่า 2 ปี',
    en: 'Choose a period that begins before it ends, at most 2 years ago.',
  },
  incident_step: {
    code: 446,
    status: 409,
    th: 'เหตุการณ์อยู่ขั้นอื่นแล้ว กรุณาโหลดหน้านี้ใหม่แล้วลองอีกครั้ง',
    en: 'The incident is at another step. Reload the page and try again.',
  },
  incident_decided: {
    code: 448,
    status: 409,
    th: '{name} ตัดสินเหตุการณ์นี้ไปแล้ว กรุณาโหลดหน้านี้ใหม่',
    en: '{name} has already decided this incident. Reload the page.',
  },
  retention_bounds: {
    code: 449,
    status: 400,
    th: 'ระยะเวลาเก็บต้องอยู่ระหว่าง {least} ถึง {most} เดือน',
    en: 'The period must be between {least} and {most} months.',
  },
  retention_gone: {
    code: 450,
    status: 409,
    th: 'นำกลับไม่ได้ เพราะข้อมูลถูกลบแล้ว หรือกำลังนำกลับอยู่',
    en: 'This data cannot be put back: it is deleted, or already on its way back.',
  },
  letter_state: {
    code: 460,
    status: 409,
    th: 'สถานะของจดหมายเปลี่ยนไปแล้ว กรุณาโหลดหน้านี้ใหม่แล้วลองอีกครั้ง',
    en: 'The letter has changed in the meantime. Reload the page and try again.',
  },
  letter_own_approval: {
    code: 461,
    status: 403,
    th: 'ผู้เขียนอนุมัติจดหมายของตัวเองไม่ได้ กรุณาให้อีกคนอนุมัติ',
    en: 'You cannot approve a letter that you wrote. Ask another person.',
  },
  letter_nobody: {
    code: 462,
    status: 409,
    th: 'ไม่มีลูกค้าของเหตุนี้ที่ส่งถึงทาง LINE ได้ กรุณาแจ้งทางอื่น',
    en: 'No customer of this incident can be reached by LINE. Inform them in another way.',
  },
  my_data_no_login: {
    code: 458,
    status: 409,
    th: 'ยังไม่ได้ใส่ LINE Login ของหน้าข้อมูลของฉัน กรุณาใส่ก่อน',
    en: 'My data has no LINE Login channel yet. Add one first.',
  },
  my_data_unchecked: {
    code: 459,
    status: 409,
    th: 'ยังไม่ได้ตรวจว่า LINE Login กับ LINE OA ของร้านอยู่ Provider เดียวกัน กรุณาตรวจก่อนเปิด',
    en: 'The LINE Login channel has not been matched with the store’s LINE account yet. Check it before you turn My data on.',
  },
  my_data_off: {
    code: 464,
    status: 409,
    th: 'หน้าข้อมูลของฉันปิดอยู่ กรุณาเปิดในการตั้งค่าก่อน',
    en: 'My data is off. Turn it on in the settings first.',
  },
  my_data_no_line: {
    code: 465,
    status: 409,
    th: 'ลูกค้าไม่มี LINE ที่ร้านส่งรหัสถึงได้ ให้ลูกค้าเพิ่มร้านเป็นเพื่อนก่อน',
    en: 'The store cannot reach this customer on LINE, where the code goes. The customer has to add the store as a friend first.',
  },
} as const
