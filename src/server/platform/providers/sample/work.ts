/** Entries of a text, separated by commas. */
const list = (text: string): readonly string[] => text.trim().split(/,\s+/)

/** An industry with its career steps, from the first role to the last. */
export type Trade = {
  industry: string
  titles: readonly string[]
  companies: readonly string[]
  skills: readonly string[]
  degree: { bachelor: string; master: string; major: string } | null
}

/** For each trade: the industry and its degrees, titles, companies, skills. */
const TRADE_TEXTS = `
Hospital & Health Care: Bachelor of Science, Master of Science, Nursing
Registered Nurse, Charge Nurse, Nurse Manager, Director of Nursing
Prairie State Health, Fox Valley Medical Group, Lakeview Children’s Clinic, Cedar Glen Care
Patient Care, Triage, Electronic Health Records, Care Coordination, Pediatrics, Staffing

Computer Software: Bachelor of Science, Master of Science, Computer Science
Software Engineer, Senior Software Engineer, Engineering Manager, Director of Engineering
Bluestem Software, Corridor Systems, Harvest Ledger, Northbranch Analytics
TypeScript, Java, Cloud Architecture, SQL, System Design, Mentoring, Agile Delivery

Accounting: Bachelor of Business Administration, Master of Accountancy, Accounting
Staff Accountant, Senior Accountant, Controller, Chief Financial Officer
Hollis & Finch, Ogden Avenue Advisors, Redwing Financial, Tallgrass Partners
Financial Reporting, Audit, Tax Planning, Budgeting, Forecasting, Internal Controls

Primary & Secondary Education: Bachelor of Arts, Master of Education, Education
Teacher, Lead Teacher, Assistant Principal, Principal
Riverwalk School District, Meadow Glens Academy, St. Brendan School, Whalon Lake Schools
Curriculum Design, Classroom Management, Literacy, Special Education, Coaching

Logistics & Supply Chain: Bachelor of Science, Master of Business Administration, Supply Chain
Logistics Coordinator, Operations Supervisor, Supply Chain Manager, Vice President of Operations
Fox River Freight, Tri-County Logistics, Junction Distribution, Granger Supply
Inventory Management, Route Planning, Procurement, Lean, Negotiation, Forecasting

Construction
Carpenter, Site Foreman, Project Manager, Owner
Kestrel Builders, Ironwood Contracting, Pioneer Grade & Concrete, Springbrook Homes
Estimating, Blueprint Reading, Scheduling, Safety, Framing, Permits

Marketing & Advertising: Bachelor of Arts, Master of Business Administration, Marketing
Marketing Coordinator, Brand Manager, Marketing Director, Chief Marketing Officer
Lantern Row Studio, Copperleaf Media, Signal Hill Brands, Juniper & Vale
Brand Strategy, Copywriting, Analytics, Campaign Planning, Public Relations, Research

Mechanical Engineering: Bachelor of Science, Master of Engineering, Mechanical Engineering
Design Engineer, Senior Engineer, Engineering Lead, Chief Engineer
Argent Turbine Works, Batavia Precision, Wheatland Robotics, Keystone Hydraulics
CAD, Finite Element Analysis, Product Development, Quality, Tolerancing, Prototyping

Retail
Sales Associate, Department Manager, Store Manager, District Manager
Marlowe’s Market, Homestead Hardware, Oak & Thread, Fairmeadow Grocers
Merchandising, Customer Service, Inventory, Hiring, Point of Sale, Loss Prevention

Legal Services: Bachelor of Arts, Juris Doctor, Political Science
Paralegal, Associate Attorney, Senior Counsel, Partner
Brandt Osei Law, Courthouse Square Legal, Linden & Rao, Main Street Counsel
Contracts, Litigation, Legal Research, Compliance, Mediation, Estate Planning
`

export const TRADES: readonly Trade[] = TRADE_TEXTS.trim()
  .split('\n\n')
  .map((text) => {
    const [head = '', titles = '', companies = '', skills = ''] = text.split('\n')
    const [industry = '', degrees] = head.split(': ')
    const [bachelor = '', master = '', major = ''] = degrees?.split(', ') ?? []
    return {
      industry,
      titles: list(titles),
      companies: list(companies),
      skills: list(skills),
      degree: degrees === undefined ? null : { bachelor, master, major },
    }
  })

export const SCHOOLS = list(`
  Prairie State Technical Institute, Lake Calumet University, Northern Grove University, Fox River College,
  University of the Driftless, St. Ansgar College, Kankakee Valley University, Great Rivers State University
`)

export const INTERESTS = list(`
  Gardening, Cycling, Cooking, Photography, Hiking, Youth Soccer, Travel, Volunteering, Woodworking,
  Running, Jazz, Fishing, Reading, Yoga, Board Games, Home Improvement, Bird Watching, Painting, Golf,
  Chess, Baking, Theater, Kayaking, Genealogy
`)

export const LENDERS = list(`
  PRAIRIE FEDERAL BANK, FOX VALLEY CREDIT UNION, LAKESHORE HOME LOANS, UNION GROVE MORTGAGE,
  CORNERSTONE SAVINGS, RIVERWALK LENDING
`)

export const CARRIERS = list(`
  Lakeland Wireless, Prairie Mobile, Great Plains Cellular, Northline Telecom, Union Cable Voice
`)

export const STREETS = list(`
  Maple Ave, Washington St, Oak Ridge Ln, Juniper Ct, Prairie Clover Dr, Hobson Rd, Lincoln Ave,
  Sycamore Dr, Heron Ct, Book Rd, Wehrli Rd, Chicago Ave, Mill St, Cedar Glade Dr, Plank Rd, Fairway Dr,
  Main St, Birchwood Ln, Elmwood Ter, Spring Ave, Royal Oak Rd, Benton Ave, Modaff Rd, Tamarack Ave,
  Bluebird Ln, Quincy Ave, Hawthorn Ln, Winding Creek Dr, Foxcroft Rd, Larkspur Ln, Timber Trail Dr,
  River Bend Rd, Laurel Ct, Gartner Rd, Porter Ave, Fender Rd
`)
