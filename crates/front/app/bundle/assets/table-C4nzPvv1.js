const p=a=>/[",\r\n]/.test(a)?`"${a.replaceAll('"','""')}"`:a,c=({columns:a,rows:o})=>[a,...o].map(n=>`${n.map(s=>p(s??"")).join(",")}\r
`).join(""),e=({columns:a,rows:o})=>[a,...o].map(n=>n.map(s=>(s??"").replace(/\s+/g," ")).join("	")).join(`
`);export{e as a,c as t};
