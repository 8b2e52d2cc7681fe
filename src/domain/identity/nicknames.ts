import { wordGroups } from '../word-lists.ts'

/**
 * First names of one person: each group has a name, its usual spellings and its nicknames, folded. A nickname of
 * several names is in several groups (`al`, `pat`). Covers English and Spanish names in the United States; more may be
 * added. Names of different people share no group, such as `john` and `jane`.
 */
const NICKNAMES = wordGroups(`
  aaron aron ron ronnie; abigail abby abbie abi gail; abraham abe abram bram;
  adelaide addie adele della heidi; adeline addie addy adelina; adrian ade adrien; agnes aggie nessie;
  alan allan allen al; albert al bert bertie albie alberto beto; alberta bertie allie;
  alejandro alex ale jandro alejo; alejandra ale alex sandra jandra;
  alexander alex al alec alek sandy xander zander sasha lex alexandre aleksander aleksandr;
  alexandra alex sandra sandy lexi lexie alexa ali sasha alexia; alexis alex lexi lexie;
  alfonso alphonso al fonzo alfie poncho; alfred al alf alfie fred freddie freddy alfredo fredo;
  alice allie ally alyce ali; alicia allie licha lisha alisha alycia;
  alison allison ali allie ally alyson allyson; amanda mandy manda mandi amandine;
  amelia amy millie mia emelia; anastasia ana stacy stacey tasia stasia ana; andrea andi drea andie andy;
  andrew andy drew andre andres andreas; angela angie angel ange angelina; angelica angie jelly;
  ann anne annie anna ana nan; anna ana ann anne annie anya;
  annabelle anna belle annie annabel; anthony tony antony ant antonio anton toni; antonia toni tonia tony;
  archibald archie arch; arnold arnie arn; arthur art artie arturo; ashley ash lee ashleigh ashlee;
  augustus augustine gus august augie agustin; barbara barb barbie babs bobbie barbra;
  bartholomew bart bartolome; beatrice bea bee trixie beatriz beatrix; belinda bel linda lindy;
  benedict ben bennie benny; benjamin ben benny benji bennie benjy; bernard bernie barney bern bernardo;
  bernadette bernie detta; bethany beth; beverly bev beverley; bonnie bonny; bradley brad;
  brandon brand brandy branden; brenda bren brandy; brendan brendon bren; brian bryan bryant bri;
  brianna bri breanna briana anna; bridget bridie biddy bridgette birgit;
  brittany britt brit brittney britney; calvin cal vin; cameron cam kameron; candace candy candice dace;
  carl karl carlo; carlos charlie carlitos chuck; carol carole carrie caroline carolyn;
  caroline carol carrie caro lina carolina carolyn; carmen carmela carmelita; casey kasey kc;
  cassandra cass cassie sandra sandy kassandra;
  catherine katherine kathryn cathryn kathy cathy kate katie kat kay kitty kit cath cate cathie katy kathleen katharine katerina catalina trina kathie;
  kathleen kathy cathleen kate katie kat kay; caitlin caitlyn kaitlyn kaitlin katelyn kate cait katie;
  katelyn kate katie kaitlyn caitlin; cecilia cece celia cissy ceci cecelia cecily; celeste celia;
  charles charlie chuck chas chip chaz charley carlos; charlotte charlie lottie char lotte; chester chet;
  cheryl sherry cher sheryl sherri; christian chris cristian christiaan kristian;
  christina chris tina christine chrissy christy kristina kristine cristina christi christie kris krissy;
  christine chris tina christina chrissy christy kristine kristin kris;
  christopher chris kit topher kristopher cristopher christoph cristobal; clarence clare clair;
  clara clare claire; claudia claude claudine; clayton clay; clifford cliff ford; clifton cliff clint;
  clinton clint; colleen coll; constance connie constanza; concepcion concha conchita connie;
  consuelo chelo connie; cornelius neil connie corny; courtney court; cynthia cindy cyndi cindi cyn;
  dale dalton; daniel dan danny dani daniyal dannie; danielle dani danny daniela dany ella; daphne daph;
  darlene dar darla darleen; darren daren darrin; david dave davy davey davie; deanna dee deana anna;
  deborah deb debbie debra debby debora; delores dolores dee lola lolita; denise dee denice deni;
  dennis denny den denis; derek derrick derick rick deric; desiree desi dez; diana diane dianne di dee;
  diego santiago; dominic dom nick dominick nico domingo; donald don donnie donny; donna donnie;
  dorothy dot dottie dotty dolly dory dorothea thea; douglas doug dougie douglass; duane dwayne dwain;
  dustin dusty; edgar ed eddie; edith edie edy; edmund ed eddie ned ted edmond;
  edward ed eddie eddy ned ted teddy eduardo lalo; edwin ed eddie win; eduardo lalo eddie ed;
  eileen aileen; elaine laine lainie; eleanor ellie nell nora nellie elinor elle eleanora;
  elena lena helen ellie; elijah eli lije; eliot elliot elliott;
  elizabeth liz lizzie beth betty betsy bess bessie eliza lisa libby liza lizbeth elisabeth elisa ellie lizzy bette isabel;
  ella ellie elle; ellen ellie nell nellie elly helen; emily em emmy emmie emilie emilia;
  emma em emmy emmie; emanuel emmanuel manny manuel; enrique quique henry kike rick ricky;
  eric erik erick rick ricky; erica erika ricki rikki; ernest ernie ernesto neto earnest;
  estelle stella essie estella; esther essie hester ester; ethel ettie; eugene gene eugenio;
  eugenia genie gena; evelyn eve evie lyn ev; ezekiel zeke; faith fay faye; felicia fel licia felicity;
  fernando nando fern; florence flo flossie florrie florencia;
  frances fran francie frannie fanny francine frankie francis; francesca fran frankie franny chesca;
  francis frank fran francois frankie; francisco frank pancho paco cisco kiko frankie;
  francisca paca pancha fran; franklin frank frankie; frank francis franklin frankie;
  frederick fred freddy freddie rick fritz fredrick frederic rich federico; gabriel gabe gaby;
  gabriela gabby gabrielle gaby gabriella; gail gayle gale; gary garry gareth;
  genevieve gen eve genny ginny viv; geoffrey geoff jeff jeffrey; george georgie jorge;
  georgia georgina georgie gina georgiana; gerald gerry jerry gerard jerald gerardo;
  geraldine gerry geri jerry gerri; gertrude gert trudy gertie; gilbert gil bert gilberto beto;
  gloria glory; grace gracie graciela; graciela chela grace; gregory greg gregg gregorio greggory;
  gretchen margaret greta; guadalupe lupe lupita pita; guillermo memo william billy; gustavo gus tavo;
  gwendolyn gwen wendy gwendoline; hannah hanna ann; harold hal harry hank harald; harriet hattie harry;
  harrison harry; harry harold henry harrison; hector tito; heather hettie; heidi adelheid;
  helen nell nellie lena ellen helena elena; henry hank harry hal henri; henrietta hattie etta hettie;
  herbert herb bert herbie heriberto; hillary hilary hill; howard howie ward; hubert hugh bert huey hugo;
  ian iain; ignacio nacho iggy; irene rene renie irina; irving irv irvin; isaac ike zack isaak;
  isabel isabelle isabella bella izzy belle isobel bell chabela; isabella bella izzy isabel isabelle;
  isaiah ike; isidro chilo; jacob jake jakob jacoby jay; jacqueline jackie jacquelyn jacque jaclyn;
  jaime jamie jim; james jim jimmy jamie jimmie jem jaime; jamie james jamey jayme;
  jane janie janet jan jayne; janet jan jane janie janette; janice jan janis;
  jasmine jas jazz jazmin yasmin; jason jay jase; javier javi xavier; jean jeanne jeannie jeanie gene;
  jeanette jean jeannette nettie jeannie janet; jeffrey jeff jeffery geoffrey geoff;
  jennifer jen jenny jenn jennie jenna jeni; jeremiah jerry jeremy; jeremy jerry jem jeremey jeramy;
  jerome jerry; jessica jess jessie jesse jessi; jesse jess jessie; jesus chuy chucho;
  jillian jill gillian jilly; joan joanie joanne joann; joanna jo joanne ann anna johanna joann;
  joaquin quino; jocelyn joss joselyn; jodi jody jodie; joel joe;
  jonathan jon jonny nathan johnathan john jonathon johnny nate;
  john jon johnny jack johnnie jonny juan johnathan; johanna jo hanna joanna; jorge george coque;
  jose pepe joe che chepe joseph; josefina josie fina pepa chepina josephine;
  joseph joe joey jody jo josef; josephine jo josie joey fina; joshua josh; joyce joy; juan john juanito;
  juanita nita juana; judith judy jude judi; julia julie jules juliana; julian jules jule julio;
  juliana julie jules julianna julianne; juliet julie jules juliette; justin jus; justine tina jus;
  karen kari carin karin; katrina trina kat kate katie; kayla kay kaela; keith keit;
  kelly kelley kelli kellie; kelsey kels; kendra ken kenny; kenneth ken kenny kenn; kevin kev;
  kimberly kim kimmy kimberley kimber kimmie; kristen kris kristin krista kirsten kristi kristy christen;
  kristina kris tina kristine christina kristy; kurt curt curtis; kyle ky; lance lancelot;
  larry lawrence laurence; laura laurie lori lauren laurel; lauren laurie ren laura lori laurin loren;
  lawrence larry laurie laurence lorenzo lon; leah lee lea; leandro lee; lee leigh;
  leonard leo len lenny leonardo lennie; leonardo leo nardo; leroy roy lee; leslie les lesley;
  leticia letty lety tish; lester les; lewis louis lou luis; lillian lily lil lilly lilian liliana;
  lincoln linc; linda lin lindy lynn lynda; lindsay lindsey lin lindsy; lisa liz lise elizabeth;
  lloyd loyd; logan lo; lois louise; lorenzo larry lencho enzo; loretta lori etta retta;
  lorraine lori rainey lorrie; louis lou louie lewis luis; louise lou lulu luisa; lourdes lulu;
  lucas luke luc lukas; lucille lucy lu lucia; lucy lucia lucinda lu lucie; luis lou louie lucho louis;
  luther lou; lydia liddy lidia; lynn lyn linda lynne; mackenzie mac kenzie mckenzie;
  madeline maddie maddy madeleine lena madelyn madison; madison maddie maddy; malcolm mal;
  manuel manny manolo manu emmanuel; marcella marcy celia marcie; marcia marcy marsha;
  marcus marc mark marcos markus;
  margaret maggie meg peggy marge margie greta rita daisy peg madge megan margo margot mags margarita marguerite;
  margarita rita margie margaret mago; marjorie marge margie margery; maria mary marie mia mariah; mariana mari ana marianna;
  marian mary marion mari; maribel mari; marilyn mary lyn marylin; marion mary marian; marisol mari sol;
  marissa rissa missy marisa; mark marc marcus; marlene marla lena; martha marty mattie patty marta;
  martin marty mart; martina marty tina; marvin marv merv;
  mary marie maria molly polly mamie may mae mitzi marian; mason mase;
  mathew matthew matt matty mateo mathieu matthias; maureen mo maurine reenie;
  maurice maury mo morris mauricio; maxine max; maxwell max; maximilian max maximiliano;
  megan meg meghan meaghan meggie; melanie mel melly mellie; melinda mel mindy linda lindy;
  melissa mel missy lissa mellie lisa; melvin mel; mercedes merche sadie mercy; meredith mer;
  michael mike mikey mick mickey micheal mitch miguel mikael; michaela kayla mikayla mickey mic;
  michelle shelly mickey chelle shelley missy michele; miguel mike micky michael; mildred millie milly;
  milton milt; minerva minnie; miranda mandy randy mira; miriam mimi mitzi mirjam; mitchell mitch mitchel;
  mohammed mohamed muhammad mohammad mo mohamad; moises moe moses; monica mona monika nica;
  montgomery monty; morgan mo; muriel mur; myron ron ronnie; nancy nan ann nance; naomi nomi;
  natalie nat nattie talie natalia nataly; natasha tasha nat; nathan nate nat;
  nathaniel nate nathan nat natty than; neil neal niel; nelson nels;
  nicholas nick nicky nico klaus nicolas nikolas cole nickolas colin;
  nicole nicky nikki nic cole nichole nicki; noel leon; nora norah eleanor honora; norma normie;
  norman norm; octavio tavo; oliver ollie oli; olivia liv livvy ollie libby livia; oscar ossie; otis ode;
  pamela pam pammy; patricia pat patty tricia trish patsy patti trisha paty;
  patrick pat paddy rick ricky patricio; paul pauly paulie pablo; paula polly pauline paulina;
  pauline polly paula lina paulina; pearl perla; pedro perico peter; penelope penny penney; percival percy;
  perry peregrine; peter pete petey pedro piotr; philip phil phillip pip felipe; phyllis phyl;
  priscilla cilla prissy; prudence prue; quentin quint quinton; rachel rach rae rachael shelly raquel;
  rafael rafa rafe raphael ralph; ralph rafe raul; ramon monchi mon raymond ray; ramona mona;
  randall randy rand randal; randolph randy dolph rand; raul ralph; raymond ray raymund ramon;
  rebecca becky becca beck bec reba rebekah becka; regina gina reggie reina; reginald reggie reg reinaldo;
  rene renee; reuben ruben rube; rhonda ronda ronnie; ricardo rick ricky rico cardo richard;
  richard rick dick rich ricky richie dickie rik ritchie ricardo; rita margarita marguerite;
  robert bob rob bobby robbie bert robin bobbie roberto robby beto; roberta bobbie robbie bertie;
  roberto beto robert bob rob berto; roderick rod rick roddy; rodney rod roddy; rodolfo rudy fito rodolph;
  rodrigo rod rigo; roger rodger rog rogelio; roland rollie rowland rolando; ronald ron ronnie ronny;
  rosa rose rosie rosita; rosalind roz rosie ros rosalyn; rosario charo chayo rosie; rose rosie rosa;
  roseanne rosie rose ann roseann rosanna rosanne; rosemary rose rosie mary romy rosemarie;
  roxanne roxy roxie roxana; russell russ rusty rus russel; ruth ruthie; ryan rye; salvador sal chava;
  samantha sam sammy sammie; samuel sam sammy samy; sandra sandy sandi alexandra;
  santiago santi diego chago; sara sarah sally sadie sari; scott scotty scot; sean shawn shaun shane;
  sebastian seb bastian sebas; sergio checo serge; seth sethy; shannon shan;
  sharon shari sherry sheri sharron; sheila shelia; shelby shel; sheldon shelly shel; sherman sherm;
  shirley shirl lee; sidney sid sydney syd cid; silvia sylvia syl; simon si simeon; socorro coco;
  solomon sol sal; sonia sonya sonja; sophia sophie sofia sophy; stacy stacey staci stacie anastasia;
  stanley stan; stella estelle estella; stephanie steph stevie stephany stefanie annie;
  stephen steve stevie steven stefan esteban stephan; stewart stuart stu stew;
  susan sue susie suzy suzanne susanna suzie susana sukie; suzanne sue susan suzy suzie suzanna;
  sylvester sly vester; tabitha tabby; tamara tammy tam tamra tammie; tanya tania tonya; taylor tay tayler;
  teresa theresa terry tess tessa teri terri tere tracy therese; terrence terry terence terrance;
  thaddeus thad ted tad tadeo; thelma thel; theodora dora thea theo teddy; theodore ted teddy theo ned tad;
  thomas tom tommy thom tomas tommie; tiffany tiff tiffani; timothy tim timmy timmie; tobias toby tobey;
  todd tod; tracy tracey traci tracie; travis trav; trevor trev; tyler ty; tyrone ty; ursula ursa;
  valentina val tina; valerie val valeria valery; vanessa nessa van; vera veronica; vernon vern;
  veronica ronnie vera roni vero veronika; vicente chente vince vincent; victor vic vick viktor;
  victoria vicky tori vicki vikki vickie tory viktoria; vincent vince vinny vin vinnie vincente;
  viola vi violet; virginia ginny ginger gina vergie virgie; vivian viv vivien vivienne;
  wallace wally wallie; walter walt wally; wanda wendy; wayne dwayne; wendell dell; wesley wes;
  wilbur will willie bur; wilfred will fred willie; wilhelmina mina willa minnie billie;
  willard will bill willie; william bill will billy willie willy liam bil wm guillermo wilhelm;
  winifred winnie freddie win; winston win winnie; woodrow woody; xavier javier xavi zavier;
  yolanda yoli yola yolonda; yvonne evonne vonnie; zachary zach zack zak zachariah zackary zachery
`)

const FULL_NAMES = new Set(NICKNAMES.map(([full]) => full))
const GROUPS_OF = new Map<string, string[][]>()
for (const group of NICKNAMES) {
  for (const name of new Set(group)) GROUPS_OF.set(name, [...(GROUPS_OF.get(name) ?? []), group])
}

/**
 * True if two different first names, folded, are forms of one name: `bob` and `robert`, `bob` and `bobby`. Two full
 * names with a common nickname are two names: `gerald` and `jerome`.
 */
export function isNickname(a: string, b: string): boolean {
  const areFull = FULL_NAMES.has(a) && FULL_NAMES.has(b)
  const isShared = (group: readonly string[]) =>
    group.includes(b) && (!areFull || group[0] === a || group[0] === b)
  return a !== b && (GROUPS_OF.get(a) ?? []).some(isShared)
}

/** Full names behind a folded first name; the name itself if unknown. */
export function fullFirstNames(name: string): string[] {
  return GROUPS_OF.get(name)?.map(([full = name]) => full) ?? [name]
}

/** True if the list has a folded first name. */
export function isKnownFirstName(name: string): boolean {
  return GROUPS_OF.has(name)
}
