"""The built-in extractor: what it reads as a claim, and what it does not."""

import pytest

from tests.reading import said

# text => cause -> effect | … with -> asserted, ?> hedged, !> denied, & jointly required, ¶ a new paragraph; nothing behind => is no claim
SENTENCES = """
# several claims in a sentence
Heavy rain caused a landslide and a burst pipe caused a flood. => Heavy rain -> a landslide | a burst pipe -> a flood
The storm caused the flood; the flood caused the power cut. => The storm -> the flood | the flood -> the power cut
The drought led to crop failure, and the crop failure led to famine. => The drought -> crop failure | the crop failure -> famine
The fog forced the crews to walk, many of them across the bridges. => The fog -> the crews walked
The storm caused the dam to fail, leading to a flood. => The storm -> the dam failed | the dam failed -> a flood
Although the fog caused a delay, it is not the only cause. => the fog -> a delay
Alerts were handled by triggers and pagers. =>
The fault that caused the outage was old. => The fault -> the outage
The guard prevented a start. This led to delays. => The guard -> no start | no start -> delays
The change intended to save fuel caused a fire. => The change intended to save fuel -> a fire
The fire was triggered by a change intended to prevent leaks. => a change -> The fire
The root cause of the fire was yet undetermined. =>
Several factors caused the fire. =>
The effects of heat are similar to those of age. =>
The strike led to delays, preventing a vote and making the board leave. => The strike -> delays | delays -> no vote
We should be less greedy, as this has caused fires. =>
(4) Inspections shall be made for hazards resulting from old floors. =>
An alarm rang when the pump failure caused a flood. => the pump failure -> a flood
The link between the mill and the lake caused a flood. => The link between the mill and the lake -> a flood
Work to improve the speed and grip of the pump caused a flood. => Work to improve the speed and grip of the pump -> a flood
Frost caused a leak in the 36" pipe; the crew left a 12" spare. => Frost -> a leak in the 36" pipe
Frost caused fines of 500 crowns each. => Frost -> fines of 500 crowns each
They tried to restart the pump and vibration caused a leak. => vibration -> a leak
It was frost that caused the leak. => frost -> the leak
It was raining, which caused the leak. => It was raining -> the leak
Haste, frost and a worn seal all contributed to the leak. => Haste -> the leak | frost -> the leak | a worn seal -> the leak
The delay was caused by a plan to close the "Stock – North" yard. => a plan to close the "Stock – North" yard -> The delay
Investigation showed that a worn seal caused the leak. => a worn seal -> the leak
The root cause was identified as a worn seal, which caused the leak. => a worn seal -> the leak
The incident was triggered when a certificate expired, preventing logins. => a certificate expired -> no logins
Problems occurred, however, due to the frost. => the frost -> Problems occurred
Power failed on May 3, 1987 because of the frost. => the frost -> Power failed on May 3, 1987
What it caused: delays and a strike. =>
The incident was caused by a worn seal. This led to a flood. => a worn seal -> The incident | a worn seal -> a flood
The seal was old. The pump stopped because it leaked. => the pump leaked -> The pump stopped
The seal was old. It leaked, which caused a flood. => the seal leaked -> a flood
The fault left the server unable to read. => The fault -> the server was unable to read
The leak caused a fire and the fire caused an explosion. => The leak -> a fire | the fire -> an explosion
A seal broke because it froze, and the pump stopped because oil leaked. => it froze -> A seal broke | oil leaked -> the pump stopped
The strike caused delays, but the fog caused the collision. => The strike -> delays | the fog -> the collision
# a chain in a sentence
The leak led to a fire, which caused the evacuation. => The leak -> a fire | a fire -> the evacuation
A short circuit triggered a surge that caused the lamp to burst. => A short circuit -> a surge | a surge -> the lamp burst
The merger led to layoffs, causing a strike. => The merger -> layoffs | layoffs -> a strike
The dam broke because of rain, which resulted in a loss of crops. => rain -> The dam broke | The dam broke -> a loss of crops
The outage caused a backlog and led to missed deadlines. => The outage -> a backlog | The outage -> missed deadlines
The frost damaged the pipes, leading to leaks, which in turn caused mould. => The frost damaged the pipes -> leaks | leaks -> mould
The crash resulted from a stall caused by icing. => a stall -> The crash | icing -> a stall
# the cause in the sentence before
The levee failed. As a result, the city flooded. => The levee failed -> the city flooded
The levee failed. This caused the city to flood. => The levee failed -> the city flooded
The levee failed. This failure led to the evacuation. => The levee failed -> the evacuation
The levee failed. Consequently, the city flooded. => The levee failed -> the city flooded
The levee failed. Therefore, the city flooded. => The levee failed -> the city flooded
The levee failed. The result was a flood. => The levee failed -> a flood
The levee failed. Because of this, the city flooded. => The levee failed -> the city flooded
The levee failed. That is why the city flooded. => The levee failed -> the city flooded
The city flooded. This was caused by a failure of the levee. => a failure of the levee -> The city flooded
The city flooded. This was due to heavy rain. => heavy rain -> The city flooded
The rain caused a flood. This led to a power cut. => The rain -> a flood | a flood -> a power cut
The valve stuck. On 3 May, this caused a spill. => The valve stuck -> a spill
The cover was burned. This loose connection caused overheating. => The loose connection -> overheating
The levee failed. ¶ As a result, the city flooded. =>
Nice weather. As a result, the city flooded. =>
As a result, the city flooded. =>
The lights failed. We found out this was due to a loose cable. => a loose cable -> The lights failed
He names the pump and says that, given the hour, it was caused by frost. =>
# two causes of one effect, each with its cue
The bus was late because of fog and because the brakes failed. => fog -> The bus was late | the brakes failed -> The bus was late
The road was shut due to ice and probably also because of a fallen tree. => ice -> The road was shut | a fallen tree ?> The road was shut
# what may be, what is to be kept away, what only opens a sentence
There may be a delay due to a lack of staff. => a lack of staff ?> There may be a delay
Guests probably missed trains due to the long queue. => the long queue ?> Guests probably missed trains
A heavy query can overwhelm the server, resulting in an outage. => A heavy query can overwhelm the server ?> an outage
A net is there to prevent falls caused by ice. =>
In fact, due to a lack of room, the lab was moved. => a lack of room -> the lab was moved
Wear of the bolts due to frequent repairs may have harmed the cable. => frequent repairs -> Wear of the bolts
A gas can exploded because of a spark. => a spark -> A gas can exploded
Users can't log in because of the outage. => the outage -> Users can't log in
The valve may not have closed because of rust. => rust ?> The valve may not have closed
The sprinklers helped to prevent a larger fire. => The sprinklers -> no larger fire
The leak led to the need to evacuate the building. => The leak -> the need to evacuate the building
Loss of power due to work the contractor had done on the line. => work the contractor had done on the line -> Loss of power
The boiler exploded; it was caused by a crack. => a crack -> The boiler exploded
# an opening phrase without a comma behind it
As a result of the strike the mill closed. => the strike -> the mill closed
As a result of closing the mill the town lost jobs. => closing the mill -> the town lost jobs
Because of the fog the crew and the captain turned back. => the fog -> the crew and the captain turned back
Due to the storm we stayed ashore. => the storm -> we stayed ashore
Because of the fog flights were delayed. => the fog -> flights were delayed
Because of fog Heathrow was closed. => fog -> Heathrow was closed
Due to heavy rain trains were cancelled. =>
Because of the decision the board made the mill closed. =>
Because of the storm that hit the coast the harbour was closed. =>
As a result of the strike a month ago the mill closed. =>
As a result of the closed mill. =>
# passive
The flood was caused by heavy rain. => heavy rain -> The flood
The fire was started on Monday and was triggered by a spark. => a spark -> The fire was started on Monday
The delay was largely due to bad weather. => bad weather -> The delay
The rise in prices was driven by a shortage of grain. => a shortage of grain -> The rise in prices
The collapse has been attributed to corrosion. => corrosion -> The collapse
The crash was blamed on pilot error. => pilot error ?> The crash
The recession stemmed from a banking crisis. => a banking crisis -> The recession
Deaths resulted from the lack of clean water. => the lack of clean water -> Deaths
The famine was a consequence of the war. => the war -> The famine
The riots were sparked by a rise in bread prices. => a rise in bread prices -> The riots
The infection brought on by the bite spread quickly. => the bite spread quickly -> The infection
# nominal
The main cause of the outage was a software bug. => a software bug -> the outage
A leak was the cause of the explosion. => A leak -> the explosion
Fatigue was a factor in the accident. => Fatigue -> the accident
Corrosion was one of the main causes of the collapse. => Corrosion -> the collapse
The effect of the drought was a fall in yields. => the drought -> a fall in yields
The result of the strike was a pay rise. => the strike -> a pay rise
The reason for the delay was a lost key. => a lost key -> the delay
The reason the pump stopped was a blown fuse. => a blown fuse -> the pump stopped
The reason why the bridge fell was that a bolt had cracked. => a bolt had cracked -> the bridge fell
Lack of training played a role in the accident. => Lack of training -> the accident
Poor design was responsible for the collapse. => Poor design -> the collapse
Factors that contributed to the accident were fog and speed. => fog and speed -> the accident
The cause of the fire which destroyed the mill was arson. => arson -> the fire which destroyed the mill
The cause of the fire remains unknown. =>
The cause of the fire is still under investigation. =>
The cause of the fire was unknown. =>
The cause of the fire was never found. =>
The cause of the fire was newly found wiring. => newly found wiring -> the fire
The root cause of the fire was quickly identified and fixed. =>
A short circuit as the cause of the fire could be ruled out. =>
The cause of the fire was later found to be a cigarette. => a cigarette -> the fire
The cause of the leak was finally established as a worn seal. => a worn seal -> the leak
The cause of the leak was never confirmed as a worn seal. => a worn seal !> the leak
Corrosion is unlikely to have caused the leak. => Corrosion !> the leak
The alarm kept the building from burning down. => The alarm -> the building not burning down
The reason for the visit was to inspect the dam. =>
This bears on the effects of heat, which is measured daily. =>
# what shares the subject of a cue is no part of what stands behind the cue
The crash was caused by ice and later killed two people. => ice -> The crash
A leak caused the fire and closed the road for a day. => A leak -> the fire
The leak caused the boat to sink and drowned two people. => The leak -> the boat sank
The failure was due to a lost and damaged key. => a lost and damaged key -> The failure
The fire was due to a rule that moved the lamp and hid the exit. => a rule that moved the lamp and hid the exit -> The fire
The delay was caused by the fact that staff were ill and missed the train. => staff were ill and missed the train -> The delay
# verbs
The spill caused the river to turn red. => The spill -> the river turned red
The decision sparked a protest. => The decision -> a protest
The error brought about a collapse of trust. => The error -> a collapse of trust
The policy gave rise to a black market. => The policy -> a black market
The heat contributed to the failure of the rail. => The heat -> the failure of the rail
Smoking causes cancer. => Smoking -> cancer
Fog forced the pilot to turn back. => Fog -> the pilot turned back
The shutdown meant that the water stopped. => The shutdown -> the water stopped
The storm left thousands without power. => The storm -> thousands without power
A missing guard allowed the crew to enter the plant. => A missing guard -> the crew entered the plant
# participles
A pipe burst, flooding the cellar and causing a short circuit. => A pipe burst, flooding the cellar -> a short circuit
A pipe burst, causing a short circuit. => A pipe burst -> a short circuit
The bank collapsed, leading to a panic. => The bank collapsed -> a panic
The cable snapped, resulting in the fall of the lift. => The cable snapped -> the fall of the lift
The gate jammed, forcing the crew to wait. => The gate jammed -> the crew waited
The sensor froze, thus causing the pump to stop. => The sensor froze -> the pump stopped
The network failed, leaving the crew without data. => The network failed -> the crew without data
Steps were closing the gate, emptying the tank, and creating new seals. =>
Follow-up steps include hardening the parser, enabling the switch, and reviewing the code. =>
# because
The pump failed because the filter was clogged. => the filter was clogged -> The pump failed
Because the filter was clogged, the pump failed. => the filter was clogged -> the pump failed
Because a nurse, Ann Lee, opened the doors, the wing was saved. => a nurse, Ann Lee, opened the doors -> the wing was saved
Because a nurse, Ann Lee, opened the doors the wing was saved. =>
Only because a nurse, Ann Lee, opened the doors was the wing saved. => a nurse, Ann Lee, opened the doors -> the wing was saved
Only because a nurse, Ann Lee, opened the doors, the wing was saved. => a nurse, Ann Lee, opened the doors -> the wing was saved
Only because the gate was shut did the mill survive, and the mayor resigned. => the gate was shut -> the mill survived
Only because of a nurse, Ann Lee, was the wing saved. => a nurse, Ann Lee -> the wing was saved
Only because of the storm, the mill was the last to close. => the storm -> the mill was the last to close
The pump failed because of a clogged filter. => a clogged filter -> The pump failed
Because of a clogged filter, the pump failed. => a clogged filter -> the pump failed
The flight was cancelled due to fog. => fog -> The flight was cancelled
Due to fog, the flight was cancelled. => fog -> the flight was cancelled
Owing to a strike, no trains ran. => a strike -> no trains ran
As a result of the strike, no trains ran. => the strike -> no trains ran
The road closed as a consequence of the landslide. => the landslide -> The road closed
Thanks to the new dam, the valley stayed dry. => the new dam -> the valley stayed dry
The work was done on a Saturday and the road was empty because of the closure. => the closure -> the road was empty
The crew left (because of the smoke) before noon. => the smoke -> The crew left
The school closed when the boiler broke because a valve had failed. => a valve had failed -> The school closed when the boiler broke
# so
The road was icy, so the bus skidded. => The road was icy -> the bus skidded
The fuse had blown, and therefore the pump stopped. => The fuse had blown -> the pump stopped
The fuse had blown and as a result the pump stopped. => The fuse had blown -> the pump stopped
The wind was so strong that the crane fell. => The wind was so strong -> the crane fell
The design was cheap and therefore was chosen. =>
The result is, therefore, of some interest. =>
The sensor was noisy, so it must be replaced. =>
The test failed. Hence, the design should be changed. =>
# prevention
The barrier prevented flooding. => The barrier -> no flooding
The barrier prevented the flooding of the mine. => The barrier -> no flooding of the mine
Glare prevented operators from seeing the fault. => Glare -> operators not seeing the fault
The wall stopped the fire from spreading. => The wall -> the fire not spreading
Vaccination averted an epidemic. => Vaccination -> no epidemic
The fault prevented access to the data, causing jobs to fail. => The fault -> no access to the data | no access to the data -> jobs failed
Smoke kept the crew from reaching the valve. => Smoke -> the crew not reaching the valve
A guard fell, preventing the belt from moving. => A guard fell -> the belt not moving
# jointly required causes
The combination of heat and drought caused the fire. => heat & drought -> the fire
The fire spread only because both an alarm failed and a door jammed. => an alarm failed & a door jammed -> The fire spread
The fire spread only because an alarm failed and a door jammed. => an alarm failed & a door jammed -> The fire spread
The drought and the frost together caused the famine. => The drought & the frost -> the famine
The drought and the frost jointly caused the famine. => The drought & the frost -> the famine
A worn brake together with a wet road caused the crash. => A worn brake & a wet road -> the crash
The heavy load combined with the soft ground caused the crane to tip over. => The heavy load & the soft ground -> the crane tipped over
# coordination
The earthquake caused a tsunami and a landslide. => The earthquake -> a tsunami | The earthquake -> a landslide
The quake caused the fall of the tower and the loss of the port. => The quake -> the fall of the tower | The quake -> the loss of the port
The failure of a pump and the loss of power caused a stop. => The failure of a pump -> a stop | the loss of power -> a stop
Low pay, long hours and poor housing led to the strike. => Low pay, long hours and poor housing -> the strike
The cut was caused by a fault at ERCOT, the grid operator. => a fault at ERCOT -> The cut
The delay was due to the reaction between the acid and the metal. => the reaction between the acid and the metal -> The delay
The loss was prevented by robust backup and mirroring systems. =>
Search and rescue caused delays. => Search and rescue -> delays
# hedged
The leak may have caused the fire. => The leak ?> the fire
A spark probably caused the fire. => A spark ?> the fire
The fire was possibly caused by a spark. => a spark ?> The fire
Investigators believe that a spark caused the fire. => a spark ?> the fire
Higher rates could lead to a recession. => Higher rates ?> a recession
A spark is thought to have caused the fire. => A spark ?> the fire
It is likely that a spark caused the fire. => a spark ?> the fire
It appears that a spark caused the fire. => a spark ?> the fire
It was theorised that a short circuit caused the fire. => a short circuit ?> the fire
One theory is that a spark caused the fire. => a spark ?> the fire
The cause of the fire was probably a spark. => a spark ?> the fire
Perhaps the heat led to the failure. => the heat ?> the failure
The alarm rang. We are not sure this caused the panic. => The alarm rang ?> the panic
# denied
The leak did not cause the fire. => The leak !> the fire
The fire was not caused by a spark. => a spark !> The fire
The report found no evidence that the vaccine caused the illness. => the vaccine !> the illness
Investigators ruled out that a bomb caused the crash. => a bomb !> the crash
The company disputed that its pipeline caused the leak. => the company's pipeline !> the leak
The cause of the fire was not arson. => arson !> the fire
The delay was not due to the strike. => the strike !> The delay
The delay had no effect on the collapse. => The delay !> the collapse
The failure never led to a loss of data. => The failure !> a loss of data
None of the faults caused the crash. => the faults !> the crash
Neither arson nor lightning caused the fire. => arson !> the fire | lightning !> the fire
The mix-up, the labour inspectorate said, led to the explosion. => The mix-up -> the explosion
The chief said that neither arson nor a gas leak caused the fire. => arson !> the fire | a gas leak !> the fire
Neither of the storms caused the flood. => the storms !> the flood
The fire was caused by neither arson nor lightning. => arson !> The fire | lightning !> The fire
The fire was caused neither by arson nor by lightning. => arson !> The fire | lightning !> The fire
The fire was neither due to arson nor to lightning. => arson !> The fire | lightning !> The fire
The fire spread neither because of arson nor because of lightning. => arson !> The fire spread | lightning !> The fire spread
The cause of the fire was neither arson nor lightning. => arson !> the fire | lightning !> the fire
It was neither arson nor lightning that caused the fire. => arson !> the fire | lightning !> the fire
Neither a storm nor a quake, but a leak caused the fire. => a storm !> the fire | a quake !> the fire
The storm caused neither the flood nor the fire. => The storm !> the flood | The storm !> the fire
The storm neither caused the flood nor led to the fire. => The storm !> the flood | The storm !> the fire
A pipe burst, causing neither a fire nor a flood. => A pipe burst !> a fire | A pipe burst !> a flood
The fire was not caused by arson, nor was it caused by lightning. => arson !> The fire | lightning !> The fire
Neither the fault nor the storm alone caused the crash. =>
Arson and frost were ruled out; neither caused the fire. =>
The dam fell because a gate stuck and two days of rain fell. => a gate stuck -> The dam fell | two days of rain fell -> The dam fell
The minister resigned over the scandal. => the scandal -> The minister resigned
Two clerks were sacked over the leak, and the bank closed. => the leak -> Two clerks were sacked
The minister resigned over the weekend. =>
He was sacked over the phone. =>
He resigned over the objections of the king. =>
# a denial inside what happened denies no claim
Neither the pump nor the valve was checked, which caused the leak. => Neither the pump nor the valve was checked -> the leak
Neither the crew nor the captain slept, so the ferry sank. => Neither the crew nor the captain slept -> the ferry sank
The boiler burst because neither the pump nor the valve was checked. => neither the pump nor the valve was checked -> The boiler burst
No pump was working, which caused the flood. => No pump was working -> the flood
The leak caused the fire, but arson was ruled out. => The leak -> the fire
Contrary to rumour, the mine was open, but the flood caused the closure. => the flood -> the closure
# no claim
If the valve had failed, it would have caused a flood. =>
Had the valve failed, the result would have been a flood. =>
The leak would have caused a fire. =>
Walls were built to prevent flooding. =>
Did the leak cause the fire? =>
What caused the fire? =>
They asked whether the leak caused the fire. =>
Tests must ensure that a fault will not result in damage. =>
A fault should not cause an alarm. =>
Unless the valve is closed, heat causes a leak. =>
The audit led to the conclusion that the books were false. =>
Experts were instrumental in solving the case. =>
# nouns that look like cues
Engineers study root causes. =>
The air force trains pilots. =>
The fuel tank was empty. =>
The company leads the market. =>
She leads to the left and sells leads. =>
The report lists the causes of the fire. =>
The results of the test were published. =>
They traced four groups of causes, all in Ohio. =>
The cause was taken up by students. =>
The stop led to lost orders; it was due to a worn cable. => The stop -> lost orders | a worn cable -> The stop
Test results are in the annex. =>
The lead pipe was old. =>
So many people came that day. =>
He did so because. =>
Due to. =>
# cause and effect in a row of sentences, or behind a colon
The levee failed. That was what caused the flood. => The levee failed -> the flood
The city flooded. The reason was simple: the levee failed. => the levee failed -> The city flooded
The city flooded. The cause was a broken levee. => a broken levee -> The city flooded
The city flooded. The reason was unclear. =>
The city flooded, and the cause was a broken levee. => a broken levee -> The city flooded
The levee failed, with the result that the city flooded. => The levee failed -> the city flooded
The flood had two causes: the rain and the broken levee. => the rain -> The flood | the broken levee -> The flood
The flood had two effects: a lack of bread and the loss of jobs. => The flood -> a lack of bread | The flood -> the loss of jobs
Each of two things caused the flood. =>
The rain had nothing to do with the flood. => The rain !> the flood
The mayor played no part in the flood. => The mayor !> the flood
The mayor is suspected of having caused the flood. => The mayor ?> the flood
Some think that the mayor caused the flood. => the mayor ?> the flood
It took a storm to cause the flood. => a storm -> the flood
In response to the flood, the city built a wall. => the flood -> the city built a wall
The rain fell, leading to the impact of a tree on the mill. => The rain fell -> the impact of a tree on the mill
# reporting and openings are cut off
The report said that the ladder slipped and this caused the fall. => the ladder slipped -> the fall
On Tuesday, March 11th, an attack caused an outage. => an attack -> an outage
Suddenly, a cable snapped, causing a fall. => a cable snapped -> a fall
According to the inquiry, a spark caused the fire. => a spark -> the fire
The inquiry explained that the bolt had cracked because of frost. => frost -> the bolt had cracked
There was a storm that caused the flood. => a storm -> the flood
The pump had stopped, which caused the flood when the tide rose. => The pump had stopped -> the flood
It caused a flood. =>
They led to it. =>
"""
ROWS = [tuple(line.split(" =>")) for line in SENTENCES.splitlines() if " =>" in line]


@pytest.mark.parametrize(("text", "claims"), ROWS, ids=[text for text, _ in ROWS])
def test_a_sentence_states_these_claims_and_no_others(text: str, claims: str) -> None:
    assert said(text.replace(" ¶ ", "\n\n")) == [claim.strip() for claim in claims.split("|") if claim.strip()]
