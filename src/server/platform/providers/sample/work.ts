/** An industry with its career steps, from the first role to the last. */
export type Trade = {
  industry: string
  titles: readonly [string, string, string, string]
  companies: readonly string[]
  skills: readonly string[]
  degree: { bachelor: string; master: string; major: string } | null
}

export const TRADES: readonly Trade[] = [
  {
    industry: 'Hospital & Health Care',
    titles: ['Registered Nurse', 'Charge Nurse', 'Nurse Manager', 'Director of Nursing'],
    companies: [
      'Prairie State Health',
      'Fox Valley Medical Group',
      'Lakeview Children’s Clinic',
      'Cedar Glen Care',
    ],
    skills: [
      'Patient Care',
      'Triage',
      'Electronic Health Records',
      'Care Coordination',
      'Pediatrics',
      'Staffing',
    ],
    degree: { bachelor: 'Bachelor of Science', master: 'Master of Science', major: 'Nursing' },
  },
  {
    industry: 'Computer Software',
    titles: [
      'Software Engineer',
      'Senior Software Engineer',
      'Engineering Manager',
      'Director of Engineering',
    ],
    companies: ['Bluestem Software', 'Corridor Systems', 'Harvest Ledger', 'Northbranch Analytics'],
    skills: [
      'TypeScript',
      'Java',
      'Cloud Architecture',
      'SQL',
      'System Design',
      'Mentoring',
      'Agile Delivery',
    ],
    degree: { bachelor: 'Bachelor of Science', master: 'Master of Science', major: 'Computer Science' },
  },
  {
    industry: 'Accounting',
    titles: ['Staff Accountant', 'Senior Accountant', 'Controller', 'Chief Financial Officer'],
    companies: ['Hollis & Finch', 'Ogden Avenue Advisors', 'Redwing Financial', 'Tallgrass Partners'],
    skills: ['Financial Reporting', 'Audit', 'Tax Planning', 'Budgeting', 'Forecasting', 'Internal Controls'],
    degree: {
      bachelor: 'Bachelor of Business Administration',
      master: 'Master of Accountancy',
      major: 'Accounting',
    },
  },
  {
    industry: 'Primary & Secondary Education',
    titles: ['Teacher', 'Lead Teacher', 'Assistant Principal', 'Principal'],
    companies: [
      'Riverwalk School District',
      'Meadow Glens Academy',
      'St. Brendan School',
      'Whalon Lake Schools',
    ],
    skills: ['Curriculum Design', 'Classroom Management', 'Literacy', 'Special Education', 'Coaching'],
    degree: { bachelor: 'Bachelor of Arts', master: 'Master of Education', major: 'Education' },
  },
  {
    industry: 'Logistics & Supply Chain',
    titles: [
      'Logistics Coordinator',
      'Operations Supervisor',
      'Supply Chain Manager',
      'Vice President of Operations',
    ],
    companies: ['Fox River Freight', 'Tri-County Logistics', 'Junction Distribution', 'Granger Supply'],
    skills: ['Inventory Management', 'Route Planning', 'Procurement', 'Lean', 'Negotiation', 'Forecasting'],
    degree: {
      bachelor: 'Bachelor of Science',
      master: 'Master of Business Administration',
      major: 'Supply Chain',
    },
  },
  {
    industry: 'Construction',
    titles: ['Carpenter', 'Site Foreman', 'Project Manager', 'Owner'],
    companies: ['Kestrel Builders', 'Ironwood Contracting', 'Pioneer Grade & Concrete', 'Springbrook Homes'],
    skills: ['Estimating', 'Blueprint Reading', 'Scheduling', 'Safety', 'Framing', 'Permits'],
    degree: null,
  },
  {
    industry: 'Marketing & Advertising',
    titles: ['Marketing Coordinator', 'Brand Manager', 'Marketing Director', 'Chief Marketing Officer'],
    companies: ['Lantern Row Studio', 'Copperleaf Media', 'Signal Hill Brands', 'Juniper & Vale'],
    skills: [
      'Brand Strategy',
      'Copywriting',
      'Analytics',
      'Campaign Planning',
      'Public Relations',
      'Research',
    ],
    degree: { bachelor: 'Bachelor of Arts', master: 'Master of Business Administration', major: 'Marketing' },
  },
  {
    industry: 'Mechanical Engineering',
    titles: ['Design Engineer', 'Senior Engineer', 'Engineering Lead', 'Chief Engineer'],
    companies: ['Argent Turbine Works', 'Batavia Precision', 'Wheatland Robotics', 'Keystone Hydraulics'],
    skills: [
      'CAD',
      'Finite Element Analysis',
      'Product Development',
      'Quality',
      'Tolerancing',
      'Prototyping',
    ],
    degree: {
      bachelor: 'Bachelor of Science',
      master: 'Master of Engineering',
      major: 'Mechanical Engineering',
    },
  },
  {
    industry: 'Retail',
    titles: ['Sales Associate', 'Department Manager', 'Store Manager', 'District Manager'],
    companies: ['Marlowe’s Market', 'Homestead Hardware', 'Oak & Thread', 'Fairmeadow Grocers'],
    skills: ['Merchandising', 'Customer Service', 'Inventory', 'Hiring', 'Point of Sale', 'Loss Prevention'],
    degree: null,
  },
  {
    industry: 'Legal Services',
    titles: ['Paralegal', 'Associate Attorney', 'Senior Counsel', 'Partner'],
    companies: ['Brandt Osei Law', 'Courthouse Square Legal', 'Linden & Rao', 'Main Street Counsel'],
    skills: ['Contracts', 'Litigation', 'Legal Research', 'Compliance', 'Mediation', 'Estate Planning'],
    degree: { bachelor: 'Bachelor of Arts', master: 'Juris Doctor', major: 'Political Science' },
  },
]

export const SCHOOLS: readonly string[] = [
  'Prairie State Technical Institute',
  'Lake Calumet University',
  'Northern Grove University',
  'Fox River College',
  'University of the Driftless',
  'St. Ansgar College',
  'Kankakee Valley University',
  'Great Rivers State University',
]

export const INTERESTS: readonly string[] = (
  'Gardening,Cycling,Cooking,Photography,Hiking,Youth Soccer,Travel,Volunteering,Woodworking,Running,Jazz,Fishing,' +
  'Reading,Yoga,Board Games,Home Improvement,Bird Watching,Painting,Golf,Chess,Baking,Theater,Kayaking,Genealogy'
).split(',')

export const LENDERS: readonly string[] = [
  'PRAIRIE FEDERAL BANK',
  'FOX VALLEY CREDIT UNION',
  'LAKESHORE HOME LOANS',
  'UNION GROVE MORTGAGE',
  'CORNERSTONE SAVINGS',
  'RIVERWALK LENDING',
]

export const CARRIERS: readonly string[] = [
  'Lakeland Wireless',
  'Prairie Mobile',
  'Great Plains Cellular',
  'Northline Telecom',
  'Union Cable Voice',
]

export const STREETS: readonly string[] = (
  'Maple Ave,Washington St,Oak Ridge Ln,Juniper Ct,Prairie Clover Dr,Hobson Rd,Lincoln Ave,Sycamore Dr,Heron Ct,' +
  'Book Rd,Wehrli Rd,Chicago Ave,Mill St,Cedar Glade Dr,Plank Rd,Fairway Dr,Main St,Birchwood Ln,Elmwood Ter,' +
  'Spring Ave,Royal Oak Rd,Benton Ave,Modaff Rd,Tamarack Ave,Bluebird Ln,Quincy Ave,Hawthorn Ln,Winding Creek Dr,' +
  'Foxcroft Rd,Larkspur Ln,Timber Trail Dr,River Bend Rd,Laurel Ct,Gartner Rd,Porter Ave,Fender Rd'
).split(',')
