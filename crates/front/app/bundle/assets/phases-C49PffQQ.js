const e=["opening","middle","endgame"];export{e as P};
